import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func prune(_ page: String, keep: Int, by actor: Actor) async throws(PublishingError) -> Int {
        let store = self
        return try await write { database in
            let now = store.clock.now
            let page = try PageRow.named(page, database)
            let live = try RevisionRow.requireLive(of: page, at: now, database)
            let pending = try ReleaseRow.pending(
                of: page, after: try RevisionRow.effective(now, page, database), database)
            let draft = try DraftRow.find(of: page, database)
            let planned = try pending.flatMap { try Self.revisions($0, database) }
            let referenced = [live.number] + planned + [draft?.revision, draft?.base].compactMap(\.self)
            let count = try Self.prune(page, keep: keep, referenced: referenced, database)
            if count > 0 {
                var entry = AuditEntry(actor, "page.prune")
                entry.page = page.info.slug
                entry.after = ["forgotten": JSONValue(count), "kept": JSONValue(keep)]
                try entry.append(at: now, database)
            }
            return count
        }
    }

    /// What a planned release refers to: its revision, the one it is planned on top of, and the one it had first.
    private static func revisions(_ release: ReleaseRow, _ database: Database) throws -> [Int] {
        let first = try Int.fetchOne(
            database, sql: "SELECT revision FROM releases WHERE id = ?", arguments: [release.id])
        return [release.revision] + [release.base, first].compactMap(\.self)
    }

    /// Forgets what nobody refers to: revisions, then what only they had.
    private static func prune(
        _ page: PageRow, keep: Int, referenced: [Int], _ database: Database
    ) throws -> Int {
        let numbers = String(decoding: JSONValue.array(referenced.map { JSONValue($0) }).encoded, as: UTF8.self)
        let old = """
            page_id = ?1 AND number NOT IN (SELECT value FROM json_each(?2))
                AND number NOT IN (SELECT number FROM revisions WHERE page_id = ?1 ORDER BY number DESC LIMIT ?3)
            """
        let arguments: StatementArguments = [page.id, numbers, keep]
        func forget(_ table: String, _ column: String) throws {
            try database.execute(
                sql:
                    "DELETE FROM \(table) WHERE page_id = ?1 AND \(column) IN (SELECT number FROM revisions WHERE \(old))",
                arguments: arguments)
        }
        try forget("releases", "revision")
        try database.execute(
            sql: """
                UPDATE revisions SET parent = NULL
                WHERE page_id = ?1 AND parent IN (SELECT number FROM revisions WHERE \(old))
                """, arguments: arguments)
        try database.execute(sql: "DELETE FROM revisions WHERE \(old)", arguments: arguments)
        let count = database.changesCount
        for sql in [
            "DELETE FROM orders WHERE page_id = ? AND id NOT IN (SELECT order_id FROM revisions)",
            "DELETE FROM trees WHERE page_id = ? AND id NOT IN (SELECT tree_id FROM revisions)",
            "DELETE FROM block_versions WHERE page_id = ? AND id NOT IN (SELECT version_id FROM placements)",
        ] {
            try database.execute(sql: sql, arguments: [page.id])
        }
        return count
    }
}
