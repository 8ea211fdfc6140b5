import HomeBlocks

/// What clients get of one page from one instant until the next at which something changes: a pure function
/// of the live revision and the time.
public struct PublishedPage: Sendable {
    public let revision: LiveRevision
    /// The sections that are shown, by their codes.
    public let shown: [String: RenderedBlock]
    /// The page is different from this instant on; nil if nothing is planned.
    public let changesAt: Instant?
    private let frame: PageFrame

    /// - Parameter blocks: the rendered version of each block of the revision.
    public init(_ revision: LiveRevision, blocks: [RenderedBlock], at now: Instant) {
        self.revision = revision
        frame = PageFrame(data: revision.data)
        let visible = blocks.filter { $0.isShown(at: now) }
        shown = Dictionary(visible.map { ($0.code, $0) }, uniquingKeysWith: { $1 })
        changesAt = (blocks.map { $0.nextChange(after: now) } + [revision.nextRelease]).compactMap(\.self).min()
    }

    /// The whole page.
    public func document() -> [UInt8] {
        frame.document(blocks: shownInOrder().map(\.bytes), cursor: nil, hasMore: false)
    }

    /// A part of the page.
    public func document(from cursor: PageCursor, limit: Int) -> [UInt8] {
        let part = cursor.next(limit) { shown[$0] != nil }
        let blocks = part.codes.compactMap { shown[$0]?.bytes }
        return frame.document(blocks: blocks, cursor: part.cursor.text, hasMore: part.hasMore)
    }

    /// The cursor at the start of the page as it is now.
    public var start: PageCursor { PageCursor(offset: 0, order: revision.order.order) }

    /// The round menu entries, in the operator's order.
    public func menus() -> [UInt8] { Self.envelope(JSONValue.array(shownInOrder().flatMap(\.menus)).encoded) }

    /// The answer of `GET /sort`.
    public func sort() -> [UInt8] { Self.envelope(JSONValue.object(revision.order.json).encoded) }

    /// Puts a value that is JSON already into the envelope of every answer.
    public static func envelope(_ data: [UInt8]) -> [UInt8] {
        Array("{\"code\":200,\"data\":".utf8) + data + Array(",\"message\":\"\"}".utf8)
    }

    private func shownInOrder() -> [RenderedBlock] { revision.order.order.compactMap { shown[$0] } }
}
