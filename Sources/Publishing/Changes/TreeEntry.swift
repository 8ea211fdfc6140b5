/// The version of a block in a revision, and when it was introduced. Revisions that do not change a block share its
/// entry.
public struct TreeEntry: Sendable, Equatable {
    public let version: BlockVersionID
    public let showType: String
    /// The size of the version in an export, in bytes.
    public let size: Int
    /// The revision that introduced the version.
    public let since: Int
    public let changed: Authorship

    public init(version: BlockVersionID, showType: String, size: Int, since: Int, changed: Authorship) {
        self.version = version
        self.showType = showType
        self.size = size
        self.since = since
        self.changed = changed
    }

    /// Returns the last author of a block that was merged from two entries, and the revision of that change: those of
    /// the source if the result is the source's block, so that it keeps its entity tag; otherwise those of the later
    /// entry.
    ///
    /// - Returns: nil if neither side had the block.
    public static func authorship(
        merging source: TreeEntry?, into own: TreeEntry?, isSource: Bool
    ) -> (since: Int, changed: Authorship)? {
        let entry = isSource ? source : later(source, own)
        return entry.map { ($0.since, $0.changed) }
    }

    private static func later(_ one: TreeEntry?, _ other: TreeEntry?) -> TreeEntry? {
        guard let one, let other else { return one ?? other }
        return (one.since, one.changed.at.milliseconds) < (other.since, other.changed.at.milliseconds) ? other : one
    }
}

/// The ID of an immutable version of a block. Versions with the same ID are the same.
public struct BlockVersionID: Sendable, Hashable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }
}
