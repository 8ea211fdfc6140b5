public import HomeBlocks

/// The writes of a change to a page, in the order in which they are made. Added rows have negative ids as placeholders
/// for their stored ids.
public struct PageWrites: Sendable {
    /// An added row.
    public enum Row: Sendable {
        case version(NewBlockVersion)
        case tree(NewTree)
        case order(id: Int64, OrderState)
        case revision(StoredRevision)
    }

    public var rows: [Row] = []
    /// Cancelled releases, and whether another record replaces each.
    public var cancelled: [(release: ReleaseRecord, isSuperseded: Bool)] = []
    /// New releases. The record is nil where its id is not needed.
    public var released: [NewRelease] = []
    public var draft: DraftWrite = .none
    public var takeover: TakeoverWrite = .none
    public var audit: [AuditEntry] = []
    public var review: ReviewWrite = .none
    public var approvals: [ApprovalWrite] = []

    public enum ReviewWrite: Sendable {
        case none
        case put(ReviewRequest)
        case delete
    }

    public enum ApprovalWrite: Sendable {
        case put(Approval)
        /// Withdraws what a person said about a state.
        case delete(state: String, person: String)
    }

    public enum DraftWrite: Sendable {
        case none
        case put(Draft, authors: Set<String>)
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

/// A version of a block that a page does not have now. If an equal one is already stored, that one is used.
public struct NewBlockVersion: Sendable {
    public let id: BlockVersionID
    public let block: BlockResource
    /// The block in its stored encoding.
    public let bytes: [UInt8]
    /// The SHA-256 of ``bytes``.
    public let hash: [UInt8]
    /// The block's size in a page's export, in bytes.
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

/// A new release, or a record that replaces another one of the same release.
public struct NewRelease: Sendable {
    /// The id of the record; nil for any.
    public let record: Int64?
    /// The id of the release, if it already has a record.
    public let origin: Int64?
    public let revision: Int
    public let base: Int?
    public let at: Instant
    public let message: String
    public let created: Authorship
    public let isScheduled: Bool
    /// Whether it waits for an approval.
    public var isHeld = false
    public var authors: Set<String> = []
}
