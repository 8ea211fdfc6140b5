/// A page as loaded by a transaction that has locked it: what is live and planned, the draft, and the time after
/// locking.
public struct LoadedPage: Sendable {
    public let page: PageInfo
    public let now: Instant
    /// The later of ``now`` and the last release that took effect when it was made. These releases count even if the
    /// machine's clock has been set back since.
    public let effective: Instant
    public let live: StoredRevision?
    /// The instant of the release that is live.
    let lastEffective: Instant
    /// Releases that have not taken effect, the next one first.
    public let pending: [ReleaseRecord]
    public let draft: Draft?
    /// The people who changed the draft.
    public let draftAuthors: Set<String>
    /// The number of the newest revision; 0 for a page without revisions.
    public let newestRevision: Int
    /// The id of the next release to be made.
    public let nextRelease: Int64
    public var content = LoadedContent()

    /// - Parameters:
    ///   - releases: the last release that took effect when it was made, and the later ones that are not cancelled,
    ///     each with its revision, in the order in which they take effect.
    ///   - others: revisions that the draft refers to.
    public init(
        page: PageInfo, at now: Instant, releases: [(record: ReleaseRecord, revision: StoredRevision)], draft: Draft?,
        draftAuthors: Set<String> = [], others: [StoredRevision], newestRevision: Int, nextRelease: Int64
    ) {
        self.page = page
        self.now = now
        let effective = releases.reduce(now) { $1.record.isScheduled ? $0 : max($0, $1.record.at) }
        self.effective = effective
        let last = releases.last { !$0.record.isPending(at: effective) }
        live = last.map { $0.revision.released(by: $0.record.record) }
        lastEffective = last?.record.at ?? Instant(milliseconds: 0)
        pending = releases.map(\.record).filter { $0.isPending(at: effective) }
            .sorted { ($0.at, $0.id) < ($1.at, $1.id) }
        self.draft = draft
        self.draftAuthors = draftAuthors
        self.newestRevision = newestRevision
        self.nextRelease = nextRelease
        for revision in releases.map(\.revision) + others { content.revisions[revision.number] = revision }
        if let live { content.revisions[live.number] = live }
    }

    /// A release as returned to operators.
    public func value(_ release: ReleaseRecord) -> Release {
        release.release(of: page.slug, at: effective, liveRecord: live?.release)
    }

    public func requireLive() throws(PublishingError) -> StoredRevision {
        guard let live else { throw .nothingLive(on: page.slug) }
        return live
    }

    /// The states that are or may become live: the live revision, the stored draft, and the planned releases.
    public func states() throws(PublishingError) -> [(state: PageState, revision: StoredRevision)] {
        var states = live.map { [(state: PageState.live, revision: $0)] } ?? []
        if let draft { states.append((.draft, try requireRevision(draft.revision))) }
        for release in pending { states.append((.release(release.id), try requireRevision(release.revision))) }
        return states
    }

    /// A revision that is live, planned or the draft's.
    public func requireRevision(_ number: Int) throws(PublishingError) -> StoredRevision {
        guard let revision = content.revisions[number] ?? nil else { throw .noRevision(number, of: page.slug) }
        return revision
    }

    /// Creates the state of a page that does not exist yet.
    public init(new page: PageInfo, at now: Instant, nextRelease: Int64) {
        self.init(
            page: page, at: now, releases: [], draft: nil, others: [], newestRevision: 0, nextRelease: nextRelease)
    }
}

/// The content that a decision has needed so far. A nil value means that the item does not exist.
public struct LoadedContent: Sendable {
    public var revisions: [Int: StoredRevision?] = [:]
    public var trees: [Int64: PageTree] = [:]
    public var blocks: [BlockVersionID: BlockResource] = [:]
    /// The SHA-256 of block versions.
    public var hashes: [BlockVersionID: [UInt8]] = [:]
    /// For each tree, the versions that may name an audience.
    public var naming: [Int64: [BlockVersionID]] = [:]
    /// For each tree, the versions that mention a picture.
    public var mentioning: [Int64: [BlockVersionID]] = [:]
    public var audiences: [String: Audience?] = [:]
    /// The layout of each feed.
    public var feeds: [String: String?] = [:]
    /// Whether each picture exists.
    public var pictures: [String: Bool] = [:]
    public var releases: [Int64: PlannedRelease?] = [:]
    /// The takeovers of the page, and the id of the next one.
    public var takeovers: (existing: [TakeoverRecord], next: Int64)?
    /// Other pages.
    public var pages: [String: LoadedPage?] = [:]
    /// The verdicts on states of the page, and the open request.
    public var review: LoadedReview?
    /// Whether each revision was live since the page is reviewed.
    public var wasLive: [Int: Bool] = [:]
    /// The people who changed something in each revision since a revision that was live.
    public var authors: [Int: Set<String>] = [:]

    public init() {}
}

/// A release, with the author of the last change of its plan.
public struct PlannedRelease: Sendable {
    public let record: ReleaseRecord
    /// nil if it has not been changed since it was planned.
    public let changed: Authorship?

    public init(record: ReleaseRecord, changed: Authorship?) {
        self.record = record
        self.changed = changed
    }
}

/// Content that a decision needs and that is not loaded. Once it is loaded, the decision is repeated from the start.
public struct ContentNeeds: Error, Sendable, Equatable {
    public var revisions: Set<Int> = []
    public var trees: Set<Int64> = []
    /// The ``trees`` with few blocks, which most decisions need next.
    public var smallTrees: Set<Int64> = []
    public var blocks: Set<BlockVersionID> = []
    public var hashes: Set<BlockVersionID> = []
    public var naming: Set<Int64> = []
    /// Trees whose versions that mention ``picture`` are needed.
    public var mentioning: Set<Int64> = []
    public var picture = ""
    public var audiences: Set<String> = []
    /// Feeds that must not be deleted until the change is made.
    public var feeds: Set<String> = []
    /// Pictures that must not be deleted until the change is made.
    public var pictures: Set<String> = []
    public var releases: Set<Int64> = []
    public var takeovers = false
    public var review = false
    /// Revisions of which it is needed whether they were live since the page is reviewed.
    public var wasLive: Set<Int> = []
    /// Revisions of which the authors are needed.
    public var authors: Set<Int> = []
    /// The time at which ``wasLive`` and ``authors`` are evaluated.
    public var effective = Instant(milliseconds: 0)
    /// Other pages, which must not be deleted until the change is made.
    public var pages: Set<String> = []

    public init() {}

    public static func revision(_ number: Int) -> ContentNeeds {
        var needs = ContentNeeds()
        needs.revisions = [number]
        return needs
    }

    public static func release(_ id: Int64) -> ContentNeeds {
        var needs = ContentNeeds()
        needs.releases = [id]
        return needs
    }

    func throwIfAny() throws(ContentNeeds) { if self != ContentNeeds() { throw self } }
}
