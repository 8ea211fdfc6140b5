/// Having the page show another one for some time.
extension PageTransaction {
    /// - Parameters:
    ///   - id: the id of the takeover.
    ///   - shown: the page that the plan names, if there is one.
    ///   - existing: the takeovers of the page.
    public mutating func takeOver(
        _ plan: TakeoverPlan, as id: Int64, showing shown: LoadedPage?, among existing: [TakeoverRecord],
        _ request: RequestInfo
    ) throws -> Takeover {
        let span = try plan.span(on: page, showing: shown?.page, existing: existing, at: now)
        guard let shown else { throw PublishingError.noPage(plan.shows) }
        _ = try shown.requireLive()
        let record = TakeoverRecord(
            id: id, shows: shown.page.slug, from: span.from, plannedUntil: span.until, message: plan.message,
            created: created, cancelled: nil)
        return write(.insert(record), record, "create", request)
    }

    /// - Parameter shown: the page that it shows afterwards, if there is one.
    public mutating func changeTakeover(
        _ id: Int64, _ change: TakeoverChange, showing shown: LoadedPage?, among existing: [TakeoverRecord],
        _ request: RequestInfo
    ) throws -> Takeover {
        let old = try require(id, among: existing)
        let new = try change.changed(
            old, on: page, showing: shown?.page, existing: existing, by: created, if: request.precondition)
        guard let new, let shown else { return old.takeover(of: page.slug, at: now) }
        _ = try shown.requireLive()
        return write(.update(new), new, "change", from: old, request)
    }

    public mutating func cancelTakeover(
        _ id: Int64, among existing: [TakeoverRecord], _ request: RequestInfo
    ) throws -> Takeover {
        let old = try require(id, among: existing)
        try old.checkCancellation(at: now)
        let cancelled = TakeoverRecord(
            id: id, shows: old.shows, from: old.from, plannedUntil: old.plannedUntil, message: old.message,
            created: old.created, cancelled: created, changed: old.changed)
        return write(.cancel(id), cancelled, "cancel", request)
    }

    private func require(_ id: Int64, among existing: [TakeoverRecord]) throws(PublishingError) -> TakeoverRecord {
        guard let takeover = existing.first(where: { $0.id == id }) else { throw .noTakeover(id, of: page.slug) }
        return takeover
    }

    private mutating func write(
        _ change: PageWrites.TakeoverWrite, _ new: TakeoverRecord, _ action: String, from old: TakeoverRecord? = nil,
        _ request: RequestInfo
    ) -> Takeover {
        writes.takeover = change
        let takeover = new.takeover(of: page.slug, at: now)
        record(.takeover(action, from: old?.takeover(of: page.slug, at: now), to: takeover, request))
        return takeover
    }
}
