/// Changes and cancels releases that have not taken effect.
extension PageTransaction {
    public mutating func changeRelease(
        _ id: Int64, _ change: ReleaseChange, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let planned = try requireRelease(id)
        let release = planned.record
        let plan = try change.plan(
            of: release, changed: planned.changed, on: page.slug, after: effective, at: now, if: context.precondition)
        let at = plan.at ?? release.at
        let isSame = at == release.at && plan.message == release.message
        if isSame, !release.isHeld || context.bypass == nil { return outcome(release) }

        let isMoved = release.passes(pending.map(\.record), movingTo: at)
        var (changed, propagated) = (release, [PropagatedChange]())
        if isMoved {
            (changed, propagated) = try move(release, to: at, plan.message)
        } else if let new = supersede(
            release.id, with: release.revision, on: release.base, at: at, message: plan.message)
        {
            changed = new
        } else {
            throw notPending(release)
        }
        if at != release.at { noteAuthor(of: release.id) }
        try settlePlans(context, bypassing: release.id)
        changed = present(changed)
        record(.changed(release, to: changed, context, page: page.slug))
        return outcome(changed, propagated)
    }

    private func outcome(_ release: ReleaseRecord, _ propagated: [PropagatedChange] = []) -> ChangeOutcome {
        let release = value(release)
        return ChangeOutcome(release.json, tag: release.tag, propagated: propagated)
    }

    /// Removes a release's changes from later releases, and plans them for another time, on top of what is live then.
    private mutating func move(
        _ release: ReleaseRecord, to instant: Instant, _ message: String
    ) throws -> (release: ReleaseRecord, propagated: [PropagatedChange]) {
        let content = try requireRevision(release.revision)
        let base = try self.base(of: release)
        guard let taken = take(release) else { throw notPending(release) }
        let without = try propagateToReleases(from: content, to: base, because: .cancellation) {
            ($0.at, $0.id) > (release.at, release.id)
        }
        let before = try live(asOf: instant, before: release.id) ?? base
        let outcome = try merge(
            try difference(base, before), into: content, because: .publication(isPlanned: true))
        let made = try append(outcome.edit, merging: before, into: content)
        let moved = ReleaseRecord(
            record: release.record, id: release.id, revision: made.number, base: before.number, at: instant,
            message: message, created: release.created, isScheduled: true, cancelled: nil, isHeld: release.isHeld,
            authors: release.authors)
        put(taken, moved)
        let with = try propagateToReleases(
            from: before, to: made, because: .publication(isPlanned: true)
        ) { ($0.at, $0.id) > (instant, release.id) }
        let own = PropagatedChange(release: release.id, revision: made.number, conflicts: outcome.conflicts)
        return (moved, (outcome.conflicts.isEmpty ? [] : [own]) + without.adding(with))
    }

    private func notPending(_ release: ReleaseRecord) -> PublishingError {
        .internalError("the release \(release.id) of \(page.slug) is not pending")
    }

    /// - Parameter intoDraft: whether the release's changes are moved back into the draft.
    public mutating func cancelRelease(
        _ id: Int64, intoDraft: Bool, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let release = try requireRelease(id).record
        try release.checkIsPlanned(at: effective)
        let content = try requireRevision(release.revision)
        let base = try self.base(of: release)
        // Its content contains what the earlier ones add.
        let earlier = pending.filter { $0.record.at <= release.at }
        let authors = earlier.reduce(Set([person])) { $0.union($1.record.authors) }
        cancel(release)
        // Later releases contain this one's changes, which are removed from them.
        let propagated = try propagateToReleases(from: content, to: base, because: .cancellation) {
            ($0.at, $0.id) > (release.at, release.id)
        }
        let drafted = intoDraft ? try putIntoDraft(content, on: base) : []
        if intoDraft, draft != nil { noteDraftAuthors(authors) }
        try settlePlans(context)
        record(.release(intoDraft ? "release.draft" : "release.cancel", context, page: page.slug, release))
        let cancelled = release.release(of: page.slug, at: effective, liveRecord: nil, cancelled: created)
        return ChangeOutcome(cancelled.json, propagated: drafted + propagated)
    }

    /// Makes the changes of a planned release in the draft, or in a new draft.
    private mutating func putIntoDraft(
        _ content: StoredRevision, on base: StoredRevision
    ) throws -> [PropagatedChange] {
        let live = try requireLive()
        let met = try mergeLiveIntoDraft()
        let target = try stage()
        // Blocks that an earlier release adds and this one changes do not exist yet, so this one adds them.
        let difference = try self.difference(base, content).adding(blocksMissingFrom: target.order.order)
        let outcome = try merge(difference, into: target, because: .backIntoDraft)
        let made = try append(outcome.edit, merging: content, into: target)
        let before = draft ?? Draft(revision: live.number, base: live.number, updated: created, conflicts: [])
        let kept = try keep(
            before.merged(with: live.number, to: made.number, conflicts: outcome.conflicts, by: created), of: made,
            on: live)
        return kept.map { draft in
            [PropagatedChange(release: nil, revision: draft.revision, conflicts: met.adding(outcome.conflicts))]
        } ?? []
    }

    /// The revision that a release was planned on top of. Early versions of the program did not store it; live is used
    /// then.
    func base(of release: ReleaseRecord) throws -> StoredRevision {
        try release.base.map { try requireRevision($0) } ?? requireLive()
    }
}
