/// The version of a block that a revision has, and since when. Revisions that leave a block alone share its entry.
public struct TreeEntry: Sendable, Equatable {
    public let version: BlockVersionID
    public let showType: String
    /// How many bytes the version has in an export.
    public let size: Int
    /// The revision that put the version there.
    public let since: Int
    public let changed: Authorship

    public init(version: BlockVersionID, showType: String, size: Int, since: Int, changed: Authorship) {
        self.version = version
        self.showType = showType
        self.size = size
        self.since = since
        self.changed = changed
    }

    /// Who changed a block last that was merged from two entries, and in which revision: the source's, if the result
    /// is the source's block, so that it keeps its validator; else the later of the two.
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

/// Names one immutable version of one block. Two versions with the same id are the same.
public struct BlockVersionID: Sendable, Hashable {
    public let number: Int64

    public init(_ number: Int64) { self.number = number }
}
