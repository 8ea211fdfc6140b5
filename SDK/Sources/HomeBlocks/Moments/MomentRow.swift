public import Foundation

/// A row of a moment with its content.
public enum MomentRow: Sendable, Equatable, Identifiable {
    /// The author.
    case top(MomentAuthor)
    /// The text, without pictures or with a grid of several.
    case header(text: String, images: [MomentImage])
    /// The text with one picture in its own aspect ratio.
    case imageSingle(text: String, image: MomentImage)
    /// The place of the moment, if known.
    case location(MomentPlace)
    /// The time, the likes and the comments.
    case bottom(publishTime: Date, likes: [MomentLike], comments: [MomentComment])

    /// The kinds of rows; a moment has at most one of each.
    public enum Kind: String, Sendable, CaseIterable {
        /// The author.
        case top
        /// The text, without pictures or with several.
        case header
        /// The text with one picture.
        case imageSingle
        /// The place.
        case location
        /// The time, the likes and the comments.
        case bottom
    }

    public var id: Kind {
        switch self {
        case .top: .top
        case .header: .header
        case .imageSingle: .imageSingle
        case .location: .location
        case .bottom: .bottom
        }
    }
}

extension MomentRow {
    private static let margin: CGFloat = 10
    private static let gap: CGFloat = 5
    private static let columns = 3
    private static let maximumSide: CGFloat = 180

    /// The size of the row, in points.
    ///
    /// - Parameters:
    ///   - metrics: the width of the list.
    ///   - textHeight: returns the height that a text needs for a width, both in points. By default an estimate; pass a
    ///     closure to measure the text.
    public func size(
        in metrics: ScreenMetrics, textHeight: (String, CGFloat) -> CGFloat = TextEstimate.height
    ) -> CGSize {
        CGSize(width: metrics.width, height: height(in: metrics, textHeight))
    }

    private func height(in metrics: ScreenMetrics, _ textHeight: (String, CGFloat) -> CGFloat) -> CGFloat {
        let width = max(0, metrics.width - 2 * Self.margin)
        func paragraph(_ text: String) -> CGFloat { text.isEmpty ? 0 : textHeight(text, width) + Self.gap }
        switch self {
        case .top(let author): return author.coverUrl == nil ? 64 : metrics.scaled(400)
        case .header(let text, let images): return paragraph(text) + Self.gridHeight(of: images.count, width: width)
        case .imageSingle(let text, let image): return paragraph(text) + Self.height(of: image, width: width) + Self.gap
        case .location: return 30
        case .bottom(_, let likes, let comments):
            let said = comments.reduce(0) { $0 + textHeight($1.line, width) }
            return 30 + (likes.isEmpty ? 0 : textHeight(likes.map(\.name).joined(separator: ", "), width)) + said
        }
    }

    private static func gridHeight(of count: Int, width: CGFloat) -> CGFloat {
        guard count > 0 else { return 0 }
        let side = ((width - CGFloat(columns - 1) * gap) / CGFloat(columns)).rounded(.down)
        let rows = CGFloat((count + columns - 1) / columns)
        return max(0, rows * side + rows * gap)
    }

    /// Returns the height of a picture in its own aspect ratio, with both sides at most ``maximumSide`` and no wider
    /// than the row.
    private static func height(of image: MomentImage, width: CGFloat) -> CGFloat {
        let (wide, high) = (CGFloat(max(1, image.width)), CGFloat(max(1, image.height)))
        let scale = min(min(maximumSide, width) / wide, maximumSide / high)
        return max(0, (high * scale).rounded())
    }
}

extension MomentComment {
    /// The comment as one line of text.
    public var line: String { replyTo.map { "\(name) → \($0): \(text)" } ?? "\(name): \(text)" }
}

/// An estimate of the space that a text needs, for lists that need a height before drawing.
public enum TextEstimate {
    private static let fontSize: CGFloat = 15
    private static let lineHeight: CGFloat = 20

    /// Returns the height of a text for a width, both in points, with a font of 15 points. Chinese, Japanese and Korean
    /// characters and emoji count as square, others as slightly more than half as wide.
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
