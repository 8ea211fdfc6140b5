public import HomeBlocks

/// What a change adds to a page and changes of it, in the order in which it is written. Rows that are added have negative
/// ids, which stand for those that they get.
public struct PageWrites: Sendable {
    /// A row that is added.
    public enum Row: Sendable {
        case version(NewBlockVersion)
        case tree(NewTree)
        case order(id: Int64, OrderState)
        case revision(StoredRevision)
    }

    public var rows: [Row] = []
    /// Releases that are cancelled, and whether another record takes the place of each.
    public var cancelled: [(release: ReleaseRecord, isSuperseded: Bool)] = []
    /// Releases that are made. The record is nil where nobody needs to know it.
    public var released: [NewRelease] = []
    public var draft: DraftWrite = .none
    public var takeover: TakeoverWrite = .none
    public var audit: [AuditEntry] = []

    public enum DraftWrite: Sendable {
        case none
        case put(Draft)
        case delete
    }

    public enum TakeoverWrite: Sendable {
        case none
        case insert(TakeoverRecord)
        case update(TakeoverRecord)
        case cancel(Int64)
    }

    public init() {}
}

/// A version of a block that a page has not had yet, or not lately: a stored one that equals it takes its place.
public struct NewBlockVersion: Sendable {
    public let id: BlockVersionID
    public let block: BlockResource
    /// The block as it is stored.
    public let bytes: [UInt8]
    /// The SHA-256 of ``bytes``.
    public let hash: [UInt8]
    /// How many bytes it has in a page's export.
    public let size: Int
}

/// A tree that differs from another one in some entries.
public struct NewTree: Sendable {
    public let id: Int64
    /// The parent tree, with the codes of its blocks; nil for a page without revisions.
    public let parent: (id: Int64, codes: [String])?
    public let data: JSONObject
    /// The codes of entries that are removed or replaced.
    public let gone: Set<String>
    public let added: [(code: String, entry: TreeEntry)]
}

/// A release that is made, or a record that takes the place of another one of the same release.
public struct NewRelease: Sendable {
    /// The id of the record; nil is any.
    public let record: Int64?
    /// The id of the release, if it has a record already.
    public let origin: Int64?
    public let revision: Int
    public let base: Int?
    public let at: Instant
    public let message: String
    public let created: Authorship
    public let isScheduled: Bool
}
