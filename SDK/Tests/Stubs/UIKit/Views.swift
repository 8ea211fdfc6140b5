// A stub of UIKit for platforms without it, so that the code in the articles is type-checked. It only has the API that
// the articles use, with the declarations of iOS 15, and without an implementation.
@_exported public import Foundation

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIView: UIResponder {
    open var frame: CGRect = .zero
    open var bounds: CGRect = .zero
}

public enum NSTextAlignment: Int, Sendable {
    case left, center, right, justified, natural
}

@MainActor open class UILabel: UIView {
    open var text: String?
    open var textAlignment: NSTextAlignment = .natural
    open var numberOfLines = 1
}

public struct UIEdgeInsets: Sendable {
    public var top, left, bottom, right: CGFloat

    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }

    public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}

@MainActor open class UIControl: UIView {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let valueChanged = Event(rawValue: 1 << 12)
    }

    open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
}

public typealias UIActionHandler = (UIAction) -> Void

@MainActor open class UIAction: NSObject {
    public init(title: String = "", handler: @escaping UIActionHandler) {}
}

@MainActor open class UIRefreshControl: UIControl {
    open func endRefreshing() {}
}

@MainActor open class UIScrollView: UIView {
    open var refreshControl: UIRefreshControl?
}

@MainActor public protocol UIContentConfiguration {}

public struct UIListContentConfiguration: UIContentConfiguration, Sendable {
    public var text: String?
    public var secondaryText: String?

    public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
}
