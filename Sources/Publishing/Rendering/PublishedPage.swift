import Foundation
import HomeBlocks

/// A page as clients get it from one instant until the next change: a pure function of what is live and the time.
public struct PublishedPage: Sendable {
    public let live: LivePage
    /// The next instant at which the page changes; nil if nothing is planned.
    public let changesAt: Instant?
    private let sections: PageSections
    private let start: Deferred<PageCursor>

    /// The conditions that clients' documents depend on.
    public var rules: AudienceRules { sections.rules }
    /// Whether so many windows are planned that anything rendered is soon out of date.
    public var changesOften: Bool { sections.changesOften }
    /// The feeds that fill sections, shown or not, with the versions of their lists.
    public var feeds: [String: Int64] { sections.feeds }
    /// Identifies the shown page and its conditions in text keys.
    var rulesIdentifier: String { sections.rulesIdentifier }

    /// - Parameters:
    ///   - blocks: the rendered version of each block of the shown revision.
    ///   - publicURL: the server's public URL; nil leaves the URLs of its pictures relative.
    public init(_ live: LivePage, blocks: [RenderedBlock], at now: Instant, publicURL: String? = nil) {
        self.init(live, PageSections(blocks, of: live.shown, at: now, publicURL: publicURL))
    }

    private init(_ live: LivePage, _ sections: PageSections) {
        self.live = live
        self.sections = sections
        // Few pages are read in parts.
        let order = live.shown.order.order
        start = Deferred { PageCursor(offset: 0, order: CursorOrder(order)) }
        changesAt = [sections.changesAt, live.nextChange].compactMap(\.self).min()
    }

    /// The page after a change that leaves its sections unchanged, such as a reorder; nil if one may have changed.
    public func reordered(_ live: LivePage, at now: Instant) -> PublishedPage? {
        let (own, new) = (self.live.shown, live.shown)
        guard own.page == new.page, new.unsaved.isEmpty, own.versions == new.versions, own.data == new.data,
            sections.areCurrent(live.feeds, at: now)
        else { return nil }
        return PublishedPage(live, sections)
    }

    /// Whether another live state yields the same page as this one at an instant.
    public func isStill(_ other: LivePage, at now: Instant) -> Bool {
        let isSameTakeover =
            switch (live.takeoverRevision, other.takeoverRevision) {
            case (nil, nil): true
            case (let mine?, let its?): mine.isSame(as: its)
            default: false
            }
        return isSameTakeover && live.own.isSame(as: other.own) && live.nextTakeover == other.nextTakeover
            && feeds.allSatisfy { other.feeds[$0.key] ?? 0 == $0.value } && changesAt.map { now < $0 } ?? true
    }

    /// The variant for clients with a key.
    ///
    /// - Parameter earlier: their previous variant, which is reused if the sections are unchanged.
    public func variant(_ key: AudienceKey, after earlier: PageVariant? = nil) -> PageVariant {
        let order = live.shown.order.order
        if let earlier, earlier.sections === sections, earlier.key == key {
            return PageVariant(earlier, order: order, start: start)
        }
        return PageVariant(order: order, start: start, key: key, sections: sections)
    }

    /// The variant for a client.
    public func variant(for client: ClientContext) -> PageVariant { variant(rules.key(for: client)) }

    /// The response of `GET /sort`.
    public static func sort(_ order: OrderState) -> [UInt8] { envelope(JSONValue.object(order.json).encoded) }

    /// A JSON array of elements that are encoded already.
    public static func array(_ elements: [[UInt8]]) -> [UInt8] {
        Array("[".utf8) + Array(elements.joined(separator: ",".utf8)) + Array("]".utf8)
    }

    /// Wraps an encoded value in the envelope that every response has.
    public static func envelope(_ data: [UInt8]) -> [UInt8] {
        Array("{\"code\":200,\"data\":".utf8) + data + Array(",\"message\":\"\"}".utf8)
    }
}

extension PublishedPage {
    /// The issues of the documents for apps on each platform, and for apps that do not identify themselves: clients
    /// must be able to read each document with all its sections.
    public func issues() -> [String] {
        var issues: [String] = []
        for (name, client) in Self.typicalClients {
            for issue in Self.issues(in: variant(for: client)) where !issues.contains(where: { $0.hasSuffix(issue) }) {
                issues.append("for \(name): \(issue)")
            }
        }
        return issues
    }

    /// A client that does not identify itself, then each platform's oldest and newest app.
    private static var typicalClients: [(name: String, client: ClientContext)] {
        let newest = AppVersion("999999999")
        var clients: [(name: String, client: ClientContext)] = [("an unknown client", ClientContext())]
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
    /// The shown sections, by code.
    public let shown: [String: RenderedContent]
    fileprivate let key: AudienceKey
    fileprivate let sections: PageSections
    private let startCursor: Deferred<PageCursor>
    private var frame: PageFrame { sections.frame }

    fileprivate init(order: [String], start: Deferred<PageCursor>, key: AudienceKey, sections: PageSections) {
        (self.order, self.key, self.sections) = (order, key, sections)
        startCursor = start
        shown = sections.shown(for: key)
    }

    /// The same sections in another order.
    fileprivate init(_ earlier: PageVariant, order: [String], start: Deferred<PageCursor>) {
        (self.order, key, sections) = (order, earlier.key, earlier.sections)
        startCursor = start
        shown = earlier.shown
    }

    /// The cursor at the start of the current page.
    public var start: PageCursor { startCursor.value }

    /// The approximate size of the whole page, in bytes.
    public var size: Int { shown.values.reduce(1024) { $0 + $1.size } }

    /// The approximate memory that the variant uses in addition to what all variants share, in bytes.
    public var retainedBytes: Int {
        shown.values.reduce(key.results.count + shown.capacity * Self.bytesPerSection) { $0 + $1.retainedBytes }
    }

    /// The approximate memory for a code and a reference in a dictionary, and for an unshared section.
    private static let bytesPerSection = 192

    /// The whole page.
    public func document() -> [UInt8] {
        frame.document(blocks: shownInOrder().map(\.bytes), cursor: nil, hasMore: false)
    }

    /// The whole page in pieces, and its ETag. Sections are hashed only once.
    public func pieces() -> (document: [DocumentPiece], tag: StateTag) {
        let sections = shownInOrder()
        let ends = frame.ends(cursor: nil, hasMore: false)
        var identity = ends.before + ends.after
        for section in sections { identity += section.digest }
        return (DocumentPiece.pieces(of: sections, between: ends), StateTag(hashing: Data(identity)))
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
