import Publishing

/// Merges a change of what is live into the draft and the planned releases of the page, so that none of them undoes it.
struct ChangePropagator {
    let page: PageRow
    let catalog: BlockTypeCatalog
    let created: Authorship
    let database: any SQLDatabase

    private var comparison: RevisionComparison {
        RevisionComparison(page: page, catalog: catalog, database: database)
    }

    /// Merges the step from one live revision to the next into the draft and into what is released after an instant.
    func propagate(
        from old: RevisionRow?, to new: RevisionRow, after instant: Instant
    ) throws -> [PropagatedChange] {
        var propagated: [PropagatedChange] = []
        if let draft = try database.draft(of: page) {
            // What a release that took effect brought is merged first: it has another preference.
            let (current, met) = try old.map { try bringUp(draft, to: $0, because: .releaseTookEffect) } ?? (draft, [])
            let merged = try current.map { try bringUp($0, to: new, because: .liveChange) }
            if let merged, let draft = merged.draft {
                propagated.append(
                    PropagatedChange(release: nil, revision: draft.revision, conflicts: met.adding(merged.conflicts)))
            }
        }
        return propagated + (try propagateToReleases(from: old, to: new, after: instant, because: .liveChange))
    }

    /// Merges a step into the releases after an instant only.
    ///
    /// - Parameter id: the release that the step comes from, if it is a planned one.
    func propagateToReleases(
        from old: RevisionRow?, to new: RevisionRow, after instant: Instant, id: Int64 = .max,
        because cause: PropagationCause
    ) throws -> [PropagatedChange] {
        let pending = try database.pendingReleases(of: page, after: instant, id: id)
        if pending.isEmpty { return [] }
        let step = try comparison.difference(old, new)
        var base = new.number
        return try pending.map { release in
            let target = try database.requireRevision(release.revision, of: page)
            let outcome = try comparison.merge(step, into: target, because: cause)
            let merged = try append(outcome.edit, to: target, from: new)
            try database.supersede(release, with: merged.number, on: base, of: page, by: created)
            base = merged.number
            return PropagatedChange(release: release.id, revision: merged.number, conflicts: outcome.conflicts)
        }
    }

    /// Brings a draft up to a live revision and stores it.
    ///
    /// - Returns: the draft as it is now, or nil if it equals live and was removed, and the conflicts of the merge.
    func bringUp(
        _ draft: Draft, to live: RevisionRow, because cause: PropagationCause
    ) throws -> (draft: Draft?, conflicts: [MergeConflict]) {
        let row = try database.requireRevision(draft.revision, of: page)
        guard let outcome = try outcome(of: draft, at: row, with: live, because: cause) else {
            // Those of earlier versions may be equal to live.
            if try isEnded(draft, at: row, on: live) { return (try store(draft, of: row, on: live), []) }
            return (draft, [])
        }
        let made = try append(outcome.edit, to: row, from: live)
        let merged = draft.merged(
            with: live.number, to: made.number, conflicts: outcome.conflicts, by: created)
        return (try store(merged, of: made, on: live), outcome.conflicts)
    }

    /// Stores a draft that has been brought up to what is live.
    ///
    /// - Parameter content: the draft's revision.
    /// - Returns: nil if the draft equals live and was removed.
    @discardableResult func store(_ draft: Draft, of content: RevisionRow, on live: RevisionRow) throws -> Draft? {
        if try isEnded(draft, at: content, on: live) {
            try database.deleteDraft(of: page)
            return nil
        }
        try database.put(draft, on: page)
        return draft
    }

    /// Whether a draft equals live and has no open conflicts.
    private func isEnded(_ draft: Draft, at content: RevisionRow, on live: RevisionRow) throws -> Bool {
        try draft.conflicts.isEmpty && database.isSame(content, live)
    }

    /// A draft brought up to what is live in memory: what it holds, and the draft with the conflicts that this makes.
    ///
    /// - Returns: nil if it equals live.
    func preview(_ draft: Draft, with live: RevisionRow) throws -> (revision: StageRevision, draft: Draft)? {
        let row = try database.requireRevision(draft.revision, of: page)
        guard let outcome = try outcome(of: draft, at: row, with: live, because: .releaseTookEffect) else {
            return try isEnded(draft, at: row, on: live) ? nil : (StageRevision(row: row), draft)
        }
        let revision = StageRevision(row: row, merged: (live, outcome))
        let merged = draft.adding(outcome.conflicts)
        if merged.conflicts.isEmpty, try comparison.difference(live, revision).isEmpty { return nil }
        return (revision, merged)
    }

    /// Merges into a draft's revision what has become different in live since its base.
    ///
    /// - Returns: nil if the draft is up to date.
    private func outcome(
        of draft: Draft, at row: RevisionRow, with live: RevisionRow, because cause: PropagationCause
    ) throws -> MergeOutcome? {
        guard draft.isBehind(live.number) else { return nil }
        let base = try database.requireRevision(draft.base, of: page)
        return try comparison.merge(try comparison.difference(base, live), into: row, because: cause)
    }

    /// Appends the result of a merge.
    func append(_ edit: SnapshotEdit, to target: RevisionRow, from source: RevisionRow) throws -> RevisionRow {
        try RevisionWriter(page: page, parent: target, cause: "merge", created: created, source: source)
            .append(edit, database)
    }
}

extension SQLPageStore {
    func propagator(_ page: PageRow, by created: Authorship, _ database: any SQLDatabase) -> ChangePropagator {
        ChangePropagator(page: page, catalog: catalog, created: created, database: database)
    }

    /// Brings a draft up to what is live and stores it, as the program.
    func bringUp(
        _ draft: Draft, of page: PageRow, to live: RevisionRow, at now: Instant, _ database: any SQLDatabase
    ) throws -> (draft: Draft?, conflicts: [MergeConflict]) {
        try propagator(page, by: Authorship(by: Actor.program.name, at: now), database)
            .bringUp(draft, to: live, because: .releaseTookEffect)
    }
}
