/// Plans, changes and cancels takeovers.
extension PageTransaction {
    public mutating func takeOver(_ plan: TakeoverPlan, _ context: ChangeContext) throws -> ChangeOutcome {
        try requireBypass(context, Self.takeoverAdvice)
        let (existing, id) = try takeovers()
        guard rights.include(plan.shows) else { throw TakeoverPlan.noPage(TakeoverPlan.detail) }
        let shown = try otherPage(plan.shows)
        let span = try plan.span(on: page, showing: shown?.page, existing: existing, at: now, for: rights)
        guard let shown else { throw PublishingError.noPage(plan.shows) }
        _ = try shown.requireLive()
        let record = TakeoverRecord(
            id: id, shows: shown.page.slug, from: span.from, plannedUntil: span.until, message: plan.message,
            created: created, cancelled: nil)
        return write(.insert(record), record, "create", context)
    }

    public mutating func changeTakeover(
        _ id: Int64, _ change: TakeoverChange, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        try requireBypass(context, Self.takeoverAdvice)
        let existing = try takeovers().existing
        let old = try require(id, among: existing)
        if let shows = change.shows, !rights.include(shows) { throw TakeoverPlan.noPage(TakeoverChange.detail) }
        let shown = try otherPage(change.shows ?? old.shows)
        let new = try change.changed(
            old, on: page, showing: shown?.page, existing: existing, by: created, for: rights,
            if: context.precondition)
        guard let new, let shown else { return outcome(old) }
        _ = try shown.requireLive()
        return write(.update(new), new, "change", from: old, context)
    }

    public mutating func cancelTakeover(_ id: Int64, _ context: ChangeContext) throws -> ChangeOutcome {
        let old = try require(id, among: try takeovers().existing)
        try old.checkCancellation(at: now)
        let cancelled = TakeoverRecord(
            id: id, shows: old.shows, from: old.from, plannedUntil: old.plannedUntil, message: old.message,
            created: old.created, cancelled: created, changed: old.changed)
        return write(.cancel(id), cancelled, "cancel", context)
    }

    private static let takeoverAdvice = "A takeover cannot be reviewed: plan a release instead."

    private func require(_ id: Int64, among existing: [TakeoverRecord]) throws(PublishingError) -> TakeoverRecord {
        guard let takeover = existing.first(where: { $0.id == id }) else { throw .noTakeover(id, of: page.slug) }
        return takeover
    }

    private mutating func write(
        _ change: PageWrites.TakeoverWrite, _ new: TakeoverRecord, _ action: String, from old: TakeoverRecord? = nil,
        _ context: ChangeContext
    ) -> ChangeOutcome {
        writes.takeover = change
        record(
            .takeover(
                action, from: old?.takeover(of: page.slug, at: now), to: new.takeover(of: page.slug, at: now), context))
        return outcome(new)
    }

    private func outcome(_ record: TakeoverRecord) -> ChangeOutcome {
        let takeover = record.takeover(of: page.slug, at: now, for: rights)
        return ChangeOutcome(takeover.json, tag: takeover.tag)
    }
}
