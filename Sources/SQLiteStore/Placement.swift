import GRDB
import Publishing

/// Which version of a block a revision has, and since when. The same version in a later revision is the same placement.
struct Placement {
    let version: BlockVersionID
    let showType: String
    let since: Int
    let changed: Signature

    init(_ row: Row) {
        version = BlockVersionID(row["version_id"])
        showType = row["show_type"]
        since = row["since"]
        changed = Signature(by: row["changed_by"], at: Instant(milliseconds: row["changed_at"]))
    }

    init(version: BlockVersionID, showType: String, since: Int, changed: Signature) {
        self.version = version
        self.showType = showType
        self.since = since
        self.changed = changed
    }
}
