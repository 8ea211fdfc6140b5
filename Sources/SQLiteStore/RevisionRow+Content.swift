import GRDB
import HomeBlocks
import Publishing

extension RevisionRow {
    /// The version of each of its blocks, and since when.
    func placements(_ database: Database) throws -> [String: TreeEntry] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT p.block_code, p.version_id, p.since, p.changed_by, p.changed_at, v.show_type, v.bytes
                FROM placements AS p JOIN block_versions AS v ON v.id = p.version_id WHERE p.tree_id = ?
                """)
        let rows = try Row.fetchAll(statement, arguments: [treeID])
        return Dictionary(rows.map { ($0["block_code"], TreeEntry($0)) }, uniquingKeysWith: { $1 })
    }

    /// One of its blocks.
    func placement(of code: String, _ database: Database) throws -> TreeEntry? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT p.version_id, p.since, p.changed_by, p.changed_at, v.show_type, v.bytes
                FROM placements AS p JOIN block_versions AS v ON v.id = p.version_id
                WHERE p.tree_id = ? AND p.block_code = ?
                """)
        return try Row.fetchOne(statement, arguments: [treeID, code]).map(TreeEntry.init)
    }

    /// Its page-level fields.
    func data(_ database: Database) throws -> JSONObject {
        let statement = try database.cachedStatement(sql: "SELECT data FROM trees WHERE id = ?")
        let text = try String.fetchOne(statement, arguments: [treeID]) ?? "{}"
        return try JSONValue(parsing: text, limits: .stored).object ?? [:]
    }

    /// The revision with its references, as it is told outside.
    func value(of page: PageRow, nextRelease: Instant? = nil, _ database: Database) throws -> LiveRevision {
        LiveRevision(
            page: page.info, number: number, changedBy: created.by, changedAt: created.at, order: order,
            versions: try placements(database).mapValues(\.version), data: try data(database),
            nextRelease: nextRelease, release: release)
    }
}
