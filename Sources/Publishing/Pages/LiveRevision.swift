import Foundation
public import HomeBlocks

/// A revision of a page with references to its blocks, such as the one that clients get.
public struct LiveRevision: Sendable {
    public let page: PageInfo
    public let number: Int
    public let changedBy: String
    public let changedAt: Instant
    public let order: OrderState
    /// The version of each block.
    public let versions: [String: BlockVersionID]
    /// Blocks of a draft that are merged but not stored yet.
    public let unsaved: [BlockResource]
    /// Page-level fields of the document that differ from the defaults.
    public let data: JSONObject
    /// The instant of the next planned release.
    public let nextRelease: Instant?
    /// The release that made it live, if it is live. It is unique, even among pages that have had the same slug at
    /// different times.
    public let release: Int64?

    public init(
        page: PageInfo, number: Int, changedBy: String = "", changedAt: Instant = Instant(milliseconds: 0),
        order: OrderState, versions: [String: BlockVersionID], unsaved: [BlockResource] = [], data: JSONObject,
        nextRelease: Instant?, release: Int64? = nil
    ) {
        self.page = page
        self.number = number
        self.changedBy = changedBy
        self.changedAt = changedAt
        self.order = order
        self.versions = versions
        self.unsaved = unsaved
        self.data = data
        self.nextRelease = nextRelease
        self.release = release
    }

    /// A revision with its tree.
    public init(
        page: PageInfo, _ revision: StoredRevision, _ tree: PageTree, nextRelease: Instant?, release: Int64?
    ) {
        self.init(
            page: page, number: revision.number, changedBy: revision.created.by, changedAt: revision.created.at,
            order: revision.order, versions: tree.entries.mapValues(\.version), data: tree.data,
            nextRelease: nextRelease, release: release)
    }

    /// Whether another value is the same revision with the same next release.
    func isSame(as other: LiveRevision) -> Bool {
        page == other.page && number == other.number && release == other.release && nextRelease == other.nextRelease
    }

    /// The revision's identity, without its content.
    public var identity: RevisionIdentity {
        RevisionIdentity(
            page: page, number: number, changed: Authorship(by: changedBy, at: changedAt), release: release)
    }

    /// The ETag of the whole page as export writes it.
    public var tag: StateTag { identity.tag }

    /// The current state, for callers that know an older one.
    public var present: CurrentState { identity.present }
}

/// Identifies the live revision of a page as a whole, without its content.
public struct RevisionIdentity: Sendable, Equatable {
    public let page: PageInfo
    public let number: Int
    public let changed: Authorship
    /// The release that made it live, if it is live. It is unique, even among pages that have had the same slug at
    /// different times.
    public let release: Int64?

    public init(page: PageInfo, number: Int, changed: Authorship, release: Int64?) {
        self.page = page
        self.number = number
        self.changed = changed
        self.release = release
    }

    /// The ETag of the whole page as export writes it.
    public var tag: StateTag {
        StateTag(hashing: Data("page\n\(page.slug)\n\(number)\n\(release ?? 0)\n\(page.title)".utf8))
    }

    /// The current state, for callers that know an older one.
    public var present: CurrentState {
        CurrentState(
            "the page", json: ["page": .string(page.slug), "revision": JSONValue(number)], tag: tag,
            changedBy: changed.by, changedAt: changed.at)
    }

    /// Checks a precondition that is about the whole page.
    ///
    /// - Parameter live: the page's live revision; nil if the page does not exist or has none.
    public static func check(_ live: RevisionIdentity?, _ precondition: Precondition) throws(PublishingError) {
        guard let live else {
            guard precondition == .none else { throw .changed(.absent("page")) }
            return
        }
        guard precondition.allows(live.tag) else { throw .changed(live.present) }
    }
}

/// A page as clients get it at an instant: its own live revision, or that of the page that has taken it over.
public struct LivePage: Sendable {
    public let own: LiveRevision
    /// The live revision of the page that a current takeover shows.
    public let takeoverRevision: LiveRevision?
    /// The next instant at which a takeover begins or ends.
    public let nextTakeover: Instant?
    /// The version of each feed's list, by the feed's name; feeds without a list are left out.
    public let feeds: [String: Int64]

    public init(
        own: LiveRevision, takeoverRevision: LiveRevision? = nil, nextTakeover: Instant? = nil,
        feeds: [String: Int64] = [:]
    ) {
        self.own = own
        self.takeoverRevision = takeoverRevision
        self.nextTakeover = nextTakeover
        self.feeds = feeds
    }

    public var shown: LiveRevision { takeoverRevision ?? own }

    /// The next instant at which a release or a takeover changes the page.
    public var nextChange: Instant? { [own.nextRelease, shown.nextRelease, nextTakeover].compactMap(\.self).min() }
}
