public import Publishing

/// Having one page show another.
extension SQLPageStore {
    public func takeOver(
        _ page: String, _ plan: TakeoverPlan, _ request: RequestInfo
    ) async throws(PublishingError) -> Takeover {
        try await changePagesOnce(request) { session, database in
            try change(page, showing: { _ in plan.shows }, session, database) { page, shown, existing in
                try page.takeOver(plan, as: database.nextTakeover(), showing: shown, among: existing, request)
            }
        }
    }

    public func changeTakeover(
        _ id: Int64, of page: String, _ change: TakeoverChange, _ request: RequestInfo
    ) async throws(PublishingError) -> Takeover {
        try await changePages(request, .commit) { session, database in
            try require(request, database)
            let shows = { (existing: [TakeoverRecord]) in change.shows ?? existing.first { $0.id == id }?.shows }
            return try self.change(page, showing: shows, session, database) { page, shown, existing in
                try page.changeTakeover(id, change, showing: shown, among: existing, request)
            }
        }
    }

    public func cancelTakeover(
        _ id: Int64, of page: String, _ request: RequestInfo
    ) async throws(PublishingError) -> Takeover {
        try await changePages(request, .commit) { session, database in
            try require(request, database)
            return try change(page, showing: { _ in nil }, session, database) { page, _, existing in
                try page.cancelTakeover(id, among: existing, request)
            }
        }
    }

    /// Changes the takeovers of a page.
    ///
    /// - Parameter shows: the slug of the page that one of them is to show, which stays there until the transaction ends.
    private func change(
        _ slug: String, showing shows: ([TakeoverRecord]) -> String?, _ session: ChangeSession,
        _ database: any SQLDatabase,
        _ decide: (inout PageTransaction, LoadedPage?, [TakeoverRecord]) throws -> Takeover
    ) throws -> Takeover {
        guard let (row, page) = try session.load(slug) else { throw PublishingError.noPage(slug) }
        let existing = try database.takeovers(of: row)
        let shown = try shows(existing).flatMap { try database.knownPage($0, for: .reference) }
            .map { try database.loaded($0, at: page.now) }
        return try session.change(row, page) { try decide(&$0, shown, existing) }
    }
}
