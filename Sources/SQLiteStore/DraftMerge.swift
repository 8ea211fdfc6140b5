import GRDB
import Publishing

/// Merges into a draft what has become different in live since it was made or last brought up.
struct DraftMerge {
    let page: PageRow
    let draft: DraftRow
    let catalog: BlockTypeCatalog

    /// The draft brought up to live in memory: what it holds, and the draft with the conflicts that this makes.
    func revision(
        bringingUpTo live: RevisionRow, _ database: Database
    ) throws -> (revision: StageRevision, draft: DraftRow) {
        let row = try RevisionRow.named(draft.revision, of: page, database)
        guard let outcome = try outcome(to: live, into: row, preferring: .target, database) else {
            return (StageRevision(row: row), draft)
        }
        let conflicts = draft.conflicts.adding(outcome.conflicts)
        return (
            StageRevision(row: row, merged: (live, outcome)),
            DraftRow(revision: draft.revision, base: draft.base, updated: draft.updated, conflicts: conflicts)
        )
    }

    /// Brings the draft up to live and stores it.
    ///
    /// - Returns: the draft as it is now, and the conflicts that this made.
    func store(
        bringingUpTo live: RevisionRow, preferring preference: MergePreference, created: Authorship,
        _ database: Database
    ) throws -> (draft: DraftRow, conflicts: [MergeConflict]) {
        let row = try RevisionRow.named(draft.revision, of: page, database)
        guard let outcome = try outcome(to: live, into: row, preferring: preference, database) else {
            return (draft, [])
        }
        let made = try NewRevision(page: page, parent: row, cause: "merge", created: created, source: live)
            .append(outcome.edit, database)
        let merged = DraftRow(
            revision: made.number, base: live.number, updated: made.number == row.number ? draft.updated : created,
            conflicts: draft.conflicts.adding(outcome.conflicts))
        try merged.put(page, database)
        return (merged, outcome.conflicts)
    }

    /// - Returns: nil if the draft is up to date.
    private func outcome(
        to live: RevisionRow, into row: RevisionRow, preferring preference: MergePreference, _ database: Database
    ) throws -> MergeOutcome? {
        guard draft.base != live.number else { return nil }
        let base = try RevisionRow.named(draft.base, of: page, database)
        return try Difference(page: page, catalog: catalog)
            .merge(from: base, to: live, into: row, preferring: preference, database)
    }
}
