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
            // What a release that has come brought is caught up with first: it has another preference.
            let present = try old.map { try catchUp(draft, with: $0, database) } ?? draft
            carried.append(try bringUp(present, to: new, preferring: .change, database))
        }
        return carried + (try carryToReleases(from: old, to: new, after: instant, preferring: .change, database))
    }

    /// Carries a step to the releases after an instant only.
    ///
    /// - Parameter id: the release that the step comes from, if it is a planned one.
    func carryToReleases(
        from old: RevisionRow?, to new: RevisionRow, after instant: Instant, id: Int64 = .max,
        preferring preference: MergePreference, _ database: Database
    ) throws -> [CarriedChange] {
        let pending = try ReleaseRow.pending(of: page, after: instant, id: id, database)
        if pending.isEmpty { return [] }
        let step = try difference.between(old, new, database)
        var before = new
        return try pending.map { release in
            let target = try RevisionRow.named(release.revision, of: page, database)
            let (made, conflicts) = try append(step, from: new, onto: target, preferring: preference, database)
            try release.cancel(created, isSuperseded: true, database)
            _ = try ReleaseRow.insert(
                made.number, on: before.number, of: page, at: release.at, message: release.message,
                created: release.created, origin: release.id, database)
            before = made
            return CarriedChange(release: release.id, revision: made.number, conflicts: conflicts)
        }
    }

    /// Makes in the draft what a planned release has made live meanwhile.
    func catchUp(_ draft: DraftRow, with live: RevisionRow, _ database: Database) throws -> DraftRow {
        _ = try bringUp(draft, to: live, preferring: .target, database)
        return try DraftRow.find(of: page, database) ?? draft
    }

    /// Makes in the draft what has become different in live since it was made or last brought up.
    private func bringUp(
        _ draft: DraftRow, to live: RevisionRow, preferring preference: MergePreference, _ database: Database
    ) throws -> CarriedChange {
        let target = try RevisionRow.named(draft.revision, of: page, database)
        guard draft.base != live.number else {
            return CarriedChange(release: nil, revision: draft.revision, conflicts: [])
        }
        let base = try RevisionRow.named(draft.base, of: page, database)
        let step = try difference.between(base, live, database)
        let (made, conflicts) = try append(step, from: live, onto: target, preferring: preference, database)
        let updated = made.number == target.number ? draft.updated : created
        try DraftRow(revision: made.number, base: live.number, updated: updated).put(page, database)
        return CarriedChange(release: nil, revision: made.number, conflicts: conflicts)
    }

    private func append(
        _ step: RevisionDifference, from source: RevisionRow, onto target: RevisionRow,
        preferring preference: MergePreference, _ database: Database
    ) throws -> (RevisionRow, [CarriedChange.Conflict]) {
        let (edit, conflicts) = try difference.carry(step, onto: target, preferring: preference, database)
        let revision = NewRevision(page: page, parent: target, cause: "merge", created: created, source: source)
        return (try revision.append(edit, database), conflicts)
    }
}
