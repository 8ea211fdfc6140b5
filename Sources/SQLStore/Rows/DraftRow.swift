import HomeBlocks
import Publishing

/// Rows of `drafts`: at most one per page.
extension SQLTransaction {
    func put(_ draft: Draft, by authors: Set<String>, on page: PageRow) throws {
        try runLater(
            """
            INSERT INTO drafts (page_id, revision, base, updated_at, updated_by, conflicts, authors)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (page_id)
            DO UPDATE SET revision = ?2, base = ?3, updated_at = ?4, updated_by = ?5, conflicts = ?6,
                authors = ?7
            """, page.id, draft.revision, draft.base, draft.updated.at, draft.updated.by,
            JSONValue.array(draft.conflicts.map(\.json)), authors.stored)
    }

    func deleteDraft(of page: PageRow) throws {
        try runLater("DELETE FROM drafts WHERE page_id = ?1", page.id)
    }
}

extension Draft {
    static let columns = "revision, base, updated_by, updated_at, conflicts, authors"

    init(_ row: any SQLRow) throws {
        self.init(
            revision: try row.int(0), base: try row.int(1), updated: try row.authorship(2),
            conflicts: try row.json(4).array?.compactMap(MergeConflict.init) ?? [])
    }
}
