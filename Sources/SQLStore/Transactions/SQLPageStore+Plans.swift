public import Publishing

/// Changing and cancelling releases that have not taken effect.
extension SQLPageStore {
    public func changeRelease(
        _ id: Int64, of page: String, _ change: ReleaseChange, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        try await write(for: request) { database in
            let page = try database.lockedPage(page)
            let created = Authorship(by: request.actor.name, at: try database.now())
            let release = try database.requireRelease(id, of: page)
            let now = try database.effective(created.at, on: page)
            let plan = try change.plan(
                of: release, changed: try database.lastChange(of: release), on: page.slug, after: now, at: created.at,
                if: request.precondition)
            let at = plan.at ?? release.at
            if at == release.at, plan.message == release.message {
                return ReleaseOutcome(release: try value(release, of: page, at: created.at, database))
            }

            let pending = try database.pendingReleases(of: page, after: now)
            let (changed, carried) =
                release.passes(pending, movingTo: at)
                ? try move(release, to: at, plan.message, of: page, by: created, database)
                : (try database.supersede(release, at: at, message: plan.message, of: page, by: created), [])
            try database.append(
                .changed(release, to: changed, request, page: page.slug), at: created.at)
            return ReleaseOutcome(
                release: try value(changed, of: page, at: created.at, database), carried: carried)
        }
    }

    /// Takes a release out of those after it, and plans its changes for another time, on top of what is live then.
    private func move(
        _ release: ReleaseRecord, to instant: Instant, _ message: String, of page: PageRow, by created: Authorship,
        _ database: any SQLDatabase
    ) throws -> (release: ReleaseRecord, carried: [PropagatedChange]) {
        let propagator = propagator(page, by: created, database)
        let comparison = RevisionComparison(page: page, catalog: catalog, database: database)
        let content = try database.requireRevision(release.revision, of: page)
        let base = try base(of: release, on: page, at: created.at, database)
        try database.cancel(release, by: created, isSuperseded: true)
        let without = try propagator.propagateToReleases(
            from: content, to: base, after: release.at, id: release.id, because: .cancellation)

        let before = try database.live(of: page, asOf: instant, before: release.id) ?? base
        let outcome = try comparison.merge(
            try comparison.difference(base, before), into: content, because: .publication(isPlanned: true))
        let made = try propagator.append(outcome.edit, to: content, from: before)
        let moved = try database.plan(
            made.number, on: before.number, of: page, at: instant, message: message, by: release.created,
            origin: release.id)
        let with = try propagator.propagateToReleases(
            from: before, to: made, after: instant, id: release.id, because: .publication(isPlanned: true))
        let own = PropagatedChange(release: release.id, revision: made.number, conflicts: outcome.conflicts)
        return (moved, (outcome.conflicts.isEmpty ? [] : [own]) + without.adding(with))
    }

    public func cancelRelease(
        _ id: Int64, of page: String, intoDraft: Bool, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        try await write(for: request) { database in
            let page = try database.lockedPage(page)
            let created = Authorship(by: request.actor.name, at: try database.now())
            let release = try database.requireRelease(id, of: page)
            let now = try database.effective(created.at, on: page)
            try release.checkIsPlanned(at: now)

            try database.cancel(release, by: created)
            let content = try database.requireRevision(release.revision, of: page)
            // Later releases contain what this one would have changed; it goes out of them.
            let base = try base(of: release, on: page, at: created.at, database)
            let carried = try propagator(page, by: created, database).propagateToReleases(
                from: content, to: base, after: release.at, id: release.id, because: .cancellation)
            let drafted =
                intoDraft ? try putIntoDraft(content, on: base, of: page, by: created, database) : []
            try database.append(
                .release(intoDraft ? "release.draft" : "release.cancel", request, page: page.slug, release),
                at: created.at)
            return ReleaseOutcome(
                release: release.release(of: page.slug, at: now, liveRecord: nil, cancelled: created),
                carried: drafted + carried)
        }
    }

    /// Makes the changes of a planned release in the draft, or in a new one.
    private func putIntoDraft(
        _ content: RevisionRow, on base: RevisionRow, of page: PageRow, by created: Authorship,
        _ database: any SQLDatabase
    ) throws -> [PropagatedChange] {
        let propagator = propagator(page, by: created, database)
        let comparison = RevisionComparison(page: page, catalog: catalog, database: database)
        let live = try database.requireLive(of: page, at: created.at)
        let stored = try database.draft(of: page)
        let (draft, met) =
            try stored.map { try bringUp($0, of: page, to: live, at: created.at, database) } ?? (nil, [])
        let target = try draft.map { try database.requireRevision($0.revision, of: page) } ?? live
        // What an earlier release adds and this one changes is not there yet: this one brings it.
        let difference = try comparison.difference(base, content).adding(whatIsNotIn: target.order.order)
        let outcome = try comparison.merge(difference, into: target, because: .backIntoDraft)
        let made = try propagator.append(outcome.edit, to: target, from: content)
        let before = draft ?? Draft(revision: live.number, base: live.number, updated: created, conflicts: [])
        let kept = try propagator.store(
            before.merged(with: live.number, to: made.number, conflicts: outcome.conflicts, by: created), of: made,
            on: live)
        return kept.map { draft in
            [PropagatedChange(release: nil, revision: draft.revision, conflicts: met.adding(outcome.conflicts))]
        } ?? []
    }

    /// The revision that a release was planned on top of. Releases of early versions do not say it: what is live now.
    private func base(
        of release: ReleaseRecord, on page: PageRow, at now: Instant, _ database: any SQLDatabase
    ) throws -> RevisionRow {
        try release.base.map { try database.requireRevision($0, of: page) } ?? database.requireLive(of: page, at: now)
    }
}
