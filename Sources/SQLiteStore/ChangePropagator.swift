import GRDB
import Publishing

/// Makes a change of what is live in the states of the page that will be live later, so that none of them undoes it.
struct ChangePropagator {
    let page: PageRow
    let catalog: BlockTypeCatalog
    let created: Authorship

    /// Merges the step from one live revision to the next into the draft and into what is released after an instant.
    func carry(
        from old: RevisionRow?, to new: RevisionRow, after instant: Instant, _ database: Database
    ) throws -> [CarriedChange] {
        var carried: [CarriedChange] = []
        if let draft = try DraftRow.find(of: page, database) {
            // What a release that has come brought is merged first: it has another preference.
            let (present, met) = try old.map { try catchUp(draft, with: $0, database) } ?? (draft, [])
            let (now, conflicts) = try DraftMerge(page: page, draft: present, catalog: catalog)
                .store(bringingUpTo: new, preferring: .change, created: created, database)
            carried.append(CarriedChange(release: nil, revision: now.revision, conflicts: met.adding(conflicts)))
        }
        return carried + (try carryToReleases(from: old, to: new, after: instant, preferring: .change, database))
    }

    /// Merges a step into the releases after an instant only.
    ///
    /// - Parameter id: the release that the step comes from, if it is a planned one.
    func carryToReleases(
        from old: RevisionRow?, to new: RevisionRow, after instant: Instant, id: Int64 = .max,
        preferring preference: MergePreference, _ database: Database
    ) throws -> [CarriedChange] {
        let pending = try ReleaseRow.pending(of: page, after: instant, id: id, database)
        if pending.isEmpty { return [] }
        let difference = Difference(page: page, catalog: catalog)
        let step = try difference.between(old, new, database)
        var before = new
        return try pending.map { release in
            let target = try RevisionRow.named(release.revision, of: page, database)
            let outcome = try difference.merge(step, into: target, preferring: preference, database)
            let made = try NewRevision(page: page, parent: target, cause: "merge", created: created, source: new)
                .append(outcome.edit, database)
            try release.cancel(created, isSuperseded: true, database)
            _ = try ReleaseRow.insert(
                made.number, on: before.number, of: page, at: release.at, message: release.message,
                created: release.created, origin: release.id, database)
            before = made
            return CarriedChange(release: release.id, revision: made.number, conflicts: outcome.conflicts)
        }
    }

    /// Merges into the draft what a planned release has made live meanwhile.
    func catchUp(
        _ draft: DraftRow, with live: RevisionRow, _ database: Database
    ) throws -> (draft: DraftRow, conflicts: [MergeConflict]) {
        try DraftMerge(page: page, draft: draft, catalog: catalog)
            .store(bringingUpTo: live, preferring: .target, created: created, database)
    }
}
