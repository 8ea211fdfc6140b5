import GRDB
import Publishing

/// Which version of a block a revision has, and since when. The same version in a later revision is the same placement.
struct TreeEntry {
    let version: BlockVersionID
    let showType: String
    /// How many bytes the version has in an export.
    let size: Int
    let since: Int
    let changed: Authorship

    init(_ row: Row) {
        version = BlockVersionID(row["version_id"])
        showType = row["show_type"]
        size = row["bytes"]
        since = row["since"]
        changed = Authorship(by: row["changed_by"], at: Instant(milliseconds: row["changed_at"]))
    }

    init(version: BlockVersionID, of block: BlockResource, since: Int, changed: Authorship) {
        self.version = version
        showType = block.showType
        size = block.exportedSize
        self.since = since
        self.changed = changed
    }

    /// The one of two that was changed last.
    static func later(_ one: TreeEntry?, _ other: TreeEntry?) -> TreeEntry? {
        guard let one, let other else { return one ?? other }
        return (one.since, one.changed.at.milliseconds) < (other.since, other.changed.at.milliseconds) ? other : one
    }
}
