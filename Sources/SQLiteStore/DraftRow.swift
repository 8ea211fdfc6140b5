import GRDB
import Publishing

/// A row of `drafts`.
struct DraftRow {
    let revision: Int
    let base: Int
    let updated: Signature

    static func find(of page: PageRow, _ database: Database) throws -> DraftRow? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM drafts WHERE page_id = ?")
        return try Row.fetchOne(statement, arguments: [page.id]).map { row in
            DraftRow(
                revision: row["revision"], base: row["base"],
                updated: Signature(by: row["updated_by"], at: Instant(milliseconds: row["updated_at"])))
        }
    }

    func put(_ page: PageRow, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO drafts (page_id, revision, base, updated_at, updated_by) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (page_id) DO UPDATE SET revision = ?2, base = ?3, updated_at = ?4, updated_by = ?5
                """
        ).execute(arguments: [page.id, revision, base, updated.at.milliseconds, updated.by])
    }

    static func delete(of page: PageRow, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM drafts WHERE page_id = ?").execute(arguments: [page.id])
    }

    func state(of page: PageRow) -> DraftState {
        DraftState(
            page: page.info.slug, revision: revision, base: base, updatedBy: updated.by, updatedAt: updated.at)
    }
}
