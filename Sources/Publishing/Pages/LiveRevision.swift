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

    /// Whether another value tells the same.
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
