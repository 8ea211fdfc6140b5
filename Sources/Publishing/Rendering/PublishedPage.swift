import HomeBlocks

/// What clients get of one page from one instant until the next at which something changes: a pure function
/// of what is live and the time.
public struct PublishedPage: Sendable {
    public let live: LivePage
    /// The conditions that clients' documents depend on.
    public let rules: AudienceRules
    /// The page is different from this instant on; nil if nothing is planned.
    public let changesAt: Instant?
    private let visible: [RenderedBlock]
    private let index: AudienceRules.Index
    private let frame: PageFrame
    private let start: PageCursor

    /// - Parameter blocks: the rendered version of each block of the revision that is shown.
    public init(_ live: LivePage, blocks: [RenderedBlock], at now: Instant) {
        self.live = live
        frame = PageFrame(data: live.shown.data)
        start = PageCursor(offset: 0, order: CursorOrder(live.shown.order.order))
        // In one order always, so that the same conditions make the same rules.
        visible = blocks.filter { $0.isShown(at: now) }.sorted { $0.code < $1.code }
        rules = AudienceRules(visible.map(\.conditions))
        index = AudienceRules.Index(rules)
        changesAt = (blocks.map { $0.nextChange(after: now) } + [live.nextChange]).compactMap(\.self).min()
    }

    /// Whether what is live at an instant makes the same page as this one.
    public func isStill(_ other: LivePage, at now: Instant) -> Bool {
        let isSameCampaign =
            switch (live.campaign, other.campaign) {
            case (nil, nil): true
            case (let mine?, let its?): mine.isSame(as: its)
            default: false
            }
        return isSameCampaign && live.own.isSame(as: other.own) && live.nextTakeover == other.nextTakeover
            && changesAt.map { now < $0 } ?? true
    }

    /// What clients with a key get.
    public func variant(_ key: AudienceKey) -> PageVariant {
        let shown = visible.compactMap { block in rules.choice(block, for: key, index).map { (block.code, $0) } }
        return PageVariant(
            order: live.shown.order.order, start: start, shown: Dictionary(shown, uniquingKeysWith: { $1 }),
            frame: frame)
    }

    /// What a client gets.
    public func variant(for client: ClientContext) -> PageVariant { variant(rules.key(for: client)) }

    /// The answer of `GET /sort`.
    public static func sort(_ order: OrderState) -> [UInt8] { envelope(JSONValue.object(order.json).encoded) }

    /// A JSON array of elements that are JSON already.
    public static func array(_ elements: [[UInt8]]) -> [UInt8] {
        Array("[".utf8) + Array(elements.joined(separator: ",".utf8)) + Array("]".utf8)
    }

    /// Puts a value that is JSON already into the envelope of every answer.
    public static func envelope(_ data: [UInt8]) -> [UInt8] {
        Array("{\"code\":200,\"data\":".utf8) + data + Array(",\"message\":\"\"}".utf8)
    }
}
