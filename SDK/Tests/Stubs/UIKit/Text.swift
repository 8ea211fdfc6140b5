public import Foundation

public class UIFont: NSObject {
    public struct TextStyle: Sendable {
        public static let subheadline = TextStyle()
    }

    public class func preferredFont(forTextStyle style: UIFont.TextStyle) -> UIFont { UIFont() }
}

public struct NSStringDrawingOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
}

public class NSStringDrawingContext: NSObject {}

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key("NSFont")
}

extension NSAttributedString {
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
    ) -> CGRect { .zero }
}
