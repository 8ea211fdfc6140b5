public import Foundation

/// How much room a text takes, roughly: for lists that need a height before anything is drawn.
public enum TextEstimate {
    private static let fontSize: CGFloat = 15
    private static let lineHeight: CGFloat = 20

    /// The height of a text in a width, both in points, for a font of 15 points. A character of Chinese, Japanese or Korean
    /// and an emoji count as wide as they are high, any other as a bit more than half.
    public static func height(of text: String, width: CGFloat) -> CGFloat {
        guard width > 0 else { return 0 }
        var lines: CGFloat = 0
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let length = paragraph.unicodeScalars.reduce(CGFloat(0)) {
                $0 + ($1.value < 0x2E80 ? 0.55 : 1) * fontSize
            }
            lines += max(1, (length / width).rounded(.up))
        }
        return lines * lineHeight
    }
}
