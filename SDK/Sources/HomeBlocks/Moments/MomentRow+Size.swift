public import Foundation

extension MomentRow {
    private static let margin: CGFloat = 10
    private static let gap: CGFloat = 5
    private static let columns = 3
    private static let longestSide: CGFloat = 180

    /// The size of the row, in points.
    ///
    /// - Parameters:
    ///   - metrics: how wide the list is.
    ///   - textHeight: the height that a text needs in a width, both in points; an estimate unless an app measures.
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

    /// A picture in its own shape, neither side longer than ``longestSide`` nor than the row.
    private static func height(of image: MomentImage, width: CGFloat) -> CGFloat {
        let (wide, high) = (CGFloat(max(1, image.width)), CGFloat(max(1, image.height)))
        let scale = min(min(longestSide, width) / wide, longestSide / high)
        return max(0, (high * scale).rounded())
    }
}

extension MomentComment {
    /// The comment as one line of text.
    public var line: String { replyTo.map { "\(name) → \($0): \(text)" } ?? "\(name): \(text)" }
}
