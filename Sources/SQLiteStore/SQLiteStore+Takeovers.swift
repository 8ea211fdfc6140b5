import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func takeovers(_ page: String) async throws(PublishingError) -> [Takeover] {
        let now = clock.now
        return try await read { database in
            let page = try PageRow.named(page, database)
            return try TakeoverRow.all(on: page, database).map { $0.value(on: page, at: now) }
        }
    }

    public func takeOver(
        _ page: String, _ plan: TakeoverPlan, _ request: RequestInfo
    ) async throws(PublishingError) -> Takeover {
        let store = self
        return try await writeOnce(request) { try store.takeOver(page, plan, request, $0) }
    }

    private func takeOver(
        _ slug: String, _ plan: TakeoverPlan, _ request: RequestInfo, _ database: Database
    ) throws -> Takeover {
        let now = clock.now
        let page = try PageRow.named(slug, database)
        let span = try plan.span(at: now)
        let shown = try shownPage(plan, on: page, at: now, database)
        let present = try TakeoverRow.all(on: page, database).first {
            $0.cancelled == nil && $0.from < span.until && span.from < $0.until
        }
        if let present {
            throw PublishingError.conflict(
                "The page shows \"\(present.shows.info.slug)\" from \(present.from.rfc3339) until "
                    + "\(present.until.rfc3339) already (takeover \(present.id)). Cancel that one, or choose another time."
            )
        }
        try database.cachedStatement(
            sql: """
                INSERT INTO takeovers (page_id, shown_page_id, begins_at, ends_at, message, created_at, created_by)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            page.id, shown.id, span.from.milliseconds, span.until.milliseconds, plan.message, now.milliseconds,
            request.actor.name,
        ])
        return try finish(database.lastInsertedRowID, "takeover.create", page, request, at: now, database)
    }

    private func shownPage(
        _ plan: TakeoverPlan, on page: PageRow, at now: Instant, _ database: Database
    ) throws -> PageRow {
        func refusal(_ reason: String) -> PublishingError {
            let fault = ValidationIssue(JSONPointer(["shows"]), reason)
            return .invalid(InvalidInput("The takeover was not made: /shows \(reason).", faults: [fault]))
        }
        guard let shown = try PageRow.find(plan.shows, database) else {
            throw refusal("names no page; GET /pages lists them")
        }
        guard shown.id != page.id else { throw refusal("must be another page") }
        guard page.info.client == nil || page.info.client == shown.info.client else {
            throw refusal("must be a page for the \(page.info.client?.rawValue ?? "") apps, which read this one")
        }
        _ = try RevisionRow.requireLive(of: shown, at: now, database)
        return shown
    }

    public func cancelTakeover(
        _ id: Int64, of page: String, _ request: RequestInfo
    ) async throws(PublishingError) -> Takeover {
        let store = self
        return try await write(for: request) { try store.cancelTakeover(id, page, request, $0) }
    }

    private func cancelTakeover(
        _ id: Int64, _ slug: String, _ request: RequestInfo, _ database: Database
    ) throws -> Takeover {
        let now = clock.now
        let page = try PageRow.named(slug, database)
        guard let takeover = try TakeoverRow.find(id, on: page, database) else {
            throw PublishingError.notFound("The page \"\(slug)\" has no takeover \(id).")
        }
        let state = takeover.state(at: now)
        guard state == .pending || state == .active else {
            throw PublishingError.conflict("The takeover is \(state.rawValue) already.")
        }
        try database.cachedStatement(sql: "UPDATE takeovers SET cancelled_at = ?, cancelled_by = ? WHERE id = ?")
            .execute(arguments: [now.milliseconds, request.actor.name, id])
        return try finish(id, "takeover.cancel", page, request, at: now, database)
    }

    private func finish(
        _ id: Int64, _ action: String, _ page: PageRow, _ request: RequestInfo, at now: Instant, _ database: Database
    ) throws -> Takeover {
        guard let value = try TakeoverRow.find(id, on: page, database)?.value(on: page, at: now) else {
            throw PublishingError.internalError("takeover \(id) was not stored")
        }
        var entry = AuditEntry(request, action)
        entry.page = page.info.slug
        entry.subject = "takeover \(id)"
        entry.after = .object(value.json)
        try entry.append(at: now, database)
        return value
    }
}
