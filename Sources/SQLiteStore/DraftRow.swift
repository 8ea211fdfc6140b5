import GRDB
import HomeBlocks
import Publishing

/// A row of `drafts`.
struct DraftRow {
    let revision: Int
    let base: Int
    let updated: Authorship
    /// Where what became live met the draft's own changes.
    let conflicts: [MergeConflict]

    static func find(of page: PageRow, _ database: Database) throws -> DraftRow? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM drafts WHERE page_id = ?")
        return try Row.fetchOne(statement, arguments: [page.id]).map { row in
            DraftRow(
                revision: row["revision"], base: row["base"],
                updated: Authorship(by: row["updated_by"], at: Instant(milliseconds: row["updated_at"])),
                conflicts: try JSONValue(parsing: row["conflicts"] as String, limits: .stored).array?
                    .compactMap(MergeConflict.init) ?? [])
        }
    }

    func put(_ page: PageRow, _ database: Database) throws {
        let conflicts = JSONValue.array(self.conflicts.map(\.json)).encoded
        try database.cachedStatement(
            sql: """
                INSERT INTO drafts (page_id, revision, base, updated_at, updated_by, conflicts)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT (page_id)
                DO UPDATE SET revision = ?2, base = ?3, updated_at = ?4, updated_by = ?5, conflicts = ?6
                """
        ).execute(arguments: [
            page.id, revision, base, updated.at.milliseconds, updated.by, String(decoding: conflicts, as: UTF8.self),
        ])
    }

    static func delete(of page: PageRow, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM drafts WHERE page_id = ?").execute(arguments: [page.id])
    }

    /// - Parameter live: the number of the live revision.
    func state(of page: PageRow, live: Int) -> DraftState {
        DraftState(
            page: page.info.slug, revision: revision, base: base, live: live, updatedBy: updated.by,
            updatedAt: updated.at, conflicts: conflicts)
    }
}
