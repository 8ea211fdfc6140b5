public import Publishing

/// Having one page show another.
extension SQLPageStore {
    public func takeOver(
        _ page: String, _ plan: TakeoverPlan, _ request: RequestInfo
    ) async throws(PublishingError) -> Takeover {
        try await writeOnce(request) { database in
            let page = try database.lockedPage(page)
            let shown = try database.knownPage(plan.shows, for: .reference)
            let created = Authorship(by: request.actor.name, at: try database.now())
            let span = try plan.span(
                on: page.info, showing: shown?.info, existing: try database.takeovers(of: page), at: created.at)
            guard let shown else { throw PublishingError.noPage(plan.shows) }
            _ = try database.requireLive(of: shown, at: created.at)
            let id = try database.insertTakeover(
                of: page, showing: shown, span, message: plan.message, by: created)
            return try record("create", id, of: page, request, at: created.at, database)
        }
    }

    public func changeTakeover(
        _ id: Int64, of page: String, _ change: TakeoverChange, _ request: RequestInfo
    ) async throws(PublishingError) -> Takeover {
        try await write(for: request) { database in
            let page = try database.lockedPage(page)
            let old = try database.requireTakeover(id, of: page)
            let shown = try database.knownPage(change.shows ?? old.shows, for: .reference)
            let changed = Authorship(by: request.actor.name, at: try database.now())
            let new = try change.changed(
                old, on: page.info, showing: shown?.info, existing: try database.takeovers(of: page), by: changed,
                if: request.precondition)
            guard let new, let shown else { return old.takeover(of: page.slug, at: changed.at) }
            _ = try database.requireLive(of: shown, at: changed.at)
            try database.updateTakeover(to: new, showing: shown)
            return try record("change", id, from: old, of: page, request, at: changed.at, database)
        }
    }

    public func cancelTakeover(
        _ id: Int64, of page: String, _ request: RequestInfo
    ) async throws(PublishingError) -> Takeover {
        try await write(for: request) { database in
            let page = try database.lockedPage(page)
            let cancelled = Authorship(by: request.actor.name, at: try database.now())
            try database.requireTakeover(id, of: page).checkCancellation(at: cancelled.at)
            try database.cancelTakeover(id, by: cancelled)
            return try record("cancel", id, of: page, request, at: cancelled.at, database)
        }
    }

    /// Adds what was done to the audit log.
    private func record(
        _ action: String, _ id: Int64, from old: TakeoverRecord? = nil, of page: PageRow, _ request: RequestInfo,
        at now: Instant,
        _ database: any SQLDatabase
    ) throws -> Takeover {
        let takeover = try database.requireTakeover(id, of: page).takeover(of: page.slug, at: now)
        let before = old?.takeover(of: page.slug, at: now)
        try database.append(.takeover(action, from: before, to: takeover, request), at: now)
        return takeover
    }
}
