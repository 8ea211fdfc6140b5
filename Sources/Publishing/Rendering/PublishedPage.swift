import Foundation
import HomeBlocks

/// What clients get of one page from one instant until the next at which something changes: a pure function
/// of what is live and the time.
public struct PublishedPage: Sendable {
    public let live: LivePage
    /// The conditions that clients' documents depend on.
    public let rules: AudienceRules
    /// The page is different from this instant on; nil if nothing is planned.
    public let changesAt: Instant?
    /// Whether so many windows are planned in it that what is made of it is soon out of date.
    public let changesOften: Bool
    /// The feeds that fill its sections, shown or not, with the versions of their lists.
    public let feeds: [String: Int64]
    /// Identifies the page that is shown and its conditions, for keys as text.
    let rulesIdentifier: String
    /// The page is so from this instant on.
    private let instant: Instant
    private let visible: [RenderedBlock]
    private let index: AudienceRules.Index
    private let frame: PageFrame
    private let start: StartCursor

    /// From how many windows on a page changes often.
    private static let oftenCount = 60

    /// - Parameters:
    ///   - blocks: the rendered version of each block of the revision that is shown.
    ///   - publicURL: the address that clients know the server by; nil leaves addresses of its pictures relative.
    public init(_ live: LivePage, blocks: [RenderedBlock], at now: Instant, publicURL: String? = nil) {
        self.live = live
        instant = now
        let data = live.shown.data
        frame = PageFrame(data: publicURL.map { PictureAddresses.absolute(data, at: $0) } ?? data)
        start = StartCursor(of: live.shown.order.order)
        // In one order always, so that the same conditions make the same rules.
        visible = blocks.filter { $0.isShown(at: now) }.sorted { $0.code < $1.code }
        rules = AudienceRules(visible.map { $0.conditions(at: now) })
        rulesIdentifier = rules.identifier(of: live.shown.page.slug)
        index = AudienceRules.Index(rules)
        changesOften = visible.reduce(0) { $0 + $1.windowCount } >= Self.oftenCount
        feeds = Dictionary(blocks.compactMap(\.feed), uniquingKeysWith: min)
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
            && feeds.allSatisfy { other.feeds[$0.key] ?? 0 == $0.value } && changesAt.map { now < $0 } ?? true
    }

    /// What clients with a key get.
    public func variant(_ key: AudienceKey) -> PageVariant {
        let shown = visible.compactMap { block in
            rules.choice(block, for: key, at: instant, index).map { (block.code, $0) }
        }
        return PageVariant(
            order: live.shown.order.order, start: start, shown: Dictionary(shown, uniquingKeysWith: { $1 }),
            frame: frame)
    }

    /// What a client gets.
    public func variant(for client: ClientContext) -> PageVariant { variant(rules.key(for: client)) }

    /// The response of `GET /sort`.
    public static func sort(_ order: OrderState) -> [UInt8] { envelope(JSONValue.object(order.json).encoded) }

    /// A JSON array of elements that are JSON already.
    public static func array(_ elements: [[UInt8]]) -> [UInt8] {
        Array("[".utf8) + Array(elements.joined(separator: ",".utf8)) + Array("]".utf8)
    }

    /// Puts a value that is JSON already into the envelope of every response.
    public static func envelope(_ data: [UInt8]) -> [UInt8] {
        Array("{\"code\":200,\"data\":".utf8) + data + Array(",\"message\":\"\"}".utf8)
    }
}

extension PublishedPage {
    /// What is wrong with the documents that apps on each platform get, and those that do not say what they are: each
    /// must be one that clients can read, with all its sections.
    public func issues() -> [String] {
        var issues: [String] = []
        for (name, client) in Self.typicalClients {
            for issue in Self.issues(in: variant(for: client)) where !issues.contains(where: { $0.hasSuffix(issue) }) {
                issues.append("as \(name) gets it: \(issue)")
            }
        }
        return issues
    }

    /// One that says nothing, then each platform's oldest and newest app.
    private static var typicalClients: [(name: String, client: ClientContext)] {
        let newest = AppVersion("999999999")
        var clients: [(name: String, client: ClientContext)] = [("everybody", ClientContext())]
        for platform in Platform.allCases {
            clients.append(("an old \(platform.rawValue) app", ClientContext(platform: platform)))
            clients.append(("a new \(platform.rawValue) app", ClientContext(platform: platform, appVersion: newest)))
        }
        return clients
    }

    private static func issues(in variant: PageVariant) -> [String] {
        do {
            let page = try HomePage(parsing: variant.document()).data
            let missing = Set(variant.shown.keys).subtracting(page.blocks.map(\.blockCode)).sorted()
            return page.issues.map(\.description) + missing.map { "the section \($0) is missing" }
        } catch {
            return ["the document \(error)"]
        }
    }
}

/// A published page as one audience gets it.
public struct PageVariant: Sendable {
    /// All codes of the page, shown or not.
    public let order: [String]
    /// The sections that are shown, by their codes.
    public let shown: [String: RenderedContent]
    private let startCursor: StartCursor
    private let frame: PageFrame

    init(order: [String], start: StartCursor, shown: [String: RenderedContent], frame: PageFrame) {
        self.order = order
        startCursor = start
        self.shown = shown
        self.frame = frame
    }

    /// The cursor at the start of the page as it is now.
    public var start: PageCursor { startCursor.value }

    /// About how many bytes the whole page has.
    public var size: Int { shown.values.reduce(1024) { $0 + $1.bytes.count } }

    /// How many bytes it has of its own: sections whose cards come and go are joined for it.
    public var ownSize: Int { shown.values.reduce(0) { if case .each = $1.cards { $0 + $1.bytes.count } else { $0 } } }

    /// The whole page.
    public func document() -> [UInt8] {
        frame.document(blocks: shownInOrder().map(\.bytes), cursor: nil, hasMore: false)
    }

    /// The same in parts, which are the bytes of the sections as they are.
    public func documentParts() -> [[UInt8]] {
        frame.parts(blocks: shownInOrder().map(\.bytes), cursor: nil, hasMore: false)
    }

    /// The validator of the whole page. Sections that were there before need not be hashed again.
    public func documentTag() -> StateTag {
        var identity = Data(frame.document(blocks: [], cursor: nil, hasMore: false))
        for content in shownInOrder() { identity += content.digest }
        return StateTag(hashing: identity)
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
