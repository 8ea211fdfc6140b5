import Foundation
public import HomeBlocks

/// The revision of a page that clients get, with references to its blocks.
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
    /// Page-level fields of the document that differ from the usual ones.
    public let data: JSONObject
    /// The instant of the next release that is already planned.
    public let nextRelease: Instant?
    /// The release that made it live, if it is live: no two have the same one, not even of pages that have the same
    /// name one after the other.
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

    /// What names it, without its content.
    public var identity: RevisionIdentity {
        RevisionIdentity(
            page: page, number: number, changed: Authorship(by: changedBy, at: changedAt), release: release)
    }

    /// The validator of the whole page as export writes it.
    public var tag: StateTag { identity.tag }

    /// What a caller gets who knows an older state.
    public var present: CurrentState { identity.present }
}

/// Names the live revision of a page as a whole, without its content.
public struct RevisionIdentity: Sendable, Equatable {
    public let page: PageInfo
    public let number: Int
    public let changed: Authorship
    /// The release that made it live, if it is live: no two have the same one, not even of pages that have the same
    /// name one after the other.
    public let release: Int64?

    public init(page: PageInfo, number: Int, changed: Authorship, release: Int64?) {
        self.page = page
        self.number = number
        self.changed = changed
        self.release = release
    }

    /// The validator of the whole page as export writes it.
    public var tag: StateTag {
        StateTag(hashing: Data("page\n\(page.slug)\n\(number)\n\(release ?? 0)\n\(page.title)".utf8))
    }

    /// What a caller gets who knows an older state.
    public var present: CurrentState {
        CurrentState(
            "the page", json: ["page": .string(page.slug), "revision": JSONValue(number)], tag: tag,
            changedBy: changed.by, changedAt: changed.at)
    }

    /// Checks a precondition that is about the whole page.
    ///
    /// - Parameter live: nil if there is no such page, or nothing of it is live.
    public static func check(_ live: RevisionIdentity?, _ precondition: Precondition) throws(PublishingError) {
        guard let live else {
            guard precondition == .none else { throw .changed(.absent("page")) }
            return
        }
        guard precondition.allows(live.tag) else { throw .changed(live.present) }
    }
}

/// What a page shows at an instant: its own live revision, or that of the page that has taken it over.
public struct LivePage: Sendable {
    public let own: LiveRevision
    /// The revision of the page of a takeover, if there is one now.
    public let takeoverRevision: LiveRevision?
    /// The next instant at which a takeover begins or ends.
    public let nextTakeover: Instant?
    /// The version of the list of each feed that has one, by the feed's name.
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

    /// The next instant at which a release or a takeover changes it.
    public var nextChange: Instant? { [own.nextRelease, shown.nextRelease, nextTakeover].compactMap(\.self).min() }
}
