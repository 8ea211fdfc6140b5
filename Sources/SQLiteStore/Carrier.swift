import GRDB
import Publishing

/// Makes a change of what is live in the states of the page that will be live later, so that none of them undoes it.
struct Carrier {
    let page: PageRow
    let catalog: BlockTypeCatalog
    let created: Signature

    private var difference: Difference { Difference(page: page, catalog: catalog) }

    /// Carries the step from one live revision to the next to the draft and to what is released after an instant.
    func carry(
        from old: RevisionRow?, to new: RevisionRow, after instant: Instant, _ database: Database
    ) throws -> [CarriedChange] {
        var carried: [CarriedChange] = []
        if let draft = try DraftRow.find(of: page, database) {
            carried.append(try bringUp(draft, to: new, database))
        }
        return carried + (try carryToReleases(from: old, to: new, after: instant, database))
    }

    /// Carries a step to the releases after an instant only.
    func carryToReleases(
        from old: RevisionRow?, to new: RevisionRow, after instant: Instant, _ database: Database
    ) throws -> [CarriedChange] {
        let pending = try ReleaseRow.pending(of: page, after: instant, database)
        if pending.isEmpty { return [] }
        let step = try difference.between(old, new, database)
        return try pending.map { release in
            let target = try RevisionRow.named(release.revision, of: page, database)
            let (made, conflicts) = try append(step, from: new, onto: target, database)
            if made.number != target.number {
                try release.cancel(created, database)
                _ = try ReleaseRow.insert(
                    made.number, of: page, at: release.at, message: release.message, created: release.created,
                    origin: release.id, database)
            }
            return CarriedChange(release: release.id, revision: made.number, conflicts: conflicts)
        }
    }

    /// Makes in the draft what has become different in live since it was made or last brought up.
    func bringUp(_ draft: DraftRow, to live: RevisionRow, _ database: Database) throws -> CarriedChange {
        let target = try RevisionRow.named(draft.revision, of: page, database)
        guard draft.base != live.number else {
            return CarriedChange(release: nil, revision: draft.revision, conflicts: [])
        }
        let base = try RevisionRow.named(draft.base, of: page, database)
        let step = try difference.between(base, live, database)
        let (made, conflicts) = try append(step, from: live, onto: target, database)
        try DraftRow(revision: made.number, base: live.number, updated: draft.updated).put(page, database)
        return CarriedChange(release: nil, revision: made.number, conflicts: conflicts)
    }

    private func append(
        _ step: RevisionDifference, from source: RevisionRow, onto target: RevisionRow, _ database: Database
    ) throws -> (RevisionRow, [CarriedChange.Conflict]) {
        let (edit, conflicts) = try difference.carry(step, onto: target, database)
        let revision = NewRevision(page: page, parent: target, cause: "merge", created: created, source: source)
        return (try revision.append(edit, database), conflicts)
    }
}
