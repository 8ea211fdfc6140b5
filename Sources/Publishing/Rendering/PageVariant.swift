import HomeBlocks

/// A published page as one audience gets it.
public struct PageVariant: Sendable {
    /// All codes of the page, shown or not.
    public let order: [String]
    /// The sections that are shown, by their codes.
    public let shown: [String: RenderedContent]
    /// The cursor at the start of the page as it is now.
    public let start: PageCursor
    private let frame: PageFrame

    init(order: [String], start: PageCursor, shown: [String: RenderedContent], frame: PageFrame) {
        self.order = order
        self.start = start
        self.shown = shown
        self.frame = frame
    }

    /// About how many bytes the whole page has.
    public var size: Int { shown.values.reduce(1024) { $0 + $1.bytes.count } }

    /// The whole page.
    public func document() -> [UInt8] {
        frame.document(blocks: shownInOrder().map(\.bytes), cursor: nil, hasMore: false)
    }

    /// A part of the page.
    public func document(from cursor: PageCursor, limit: Int) -> [UInt8] {
        let part = cursor.next(limit, of: order) { shown[$0] != nil }
        let blocks = part.codes.compactMap { shown[$0]?.bytes }
        return frame.document(blocks: blocks, cursor: part.cursor.text, hasMore: part.hasMore)
    }

    /// The round menu entries, in the operator's order.
    public func menus() -> [UInt8] {
        PublishedPage.envelope(JSONValue.array(shownInOrder().flatMap(\.menus)).encoded)
    }

    private func shownInOrder() -> [RenderedContent] { order.compactMap { shown[$0] } }
}
