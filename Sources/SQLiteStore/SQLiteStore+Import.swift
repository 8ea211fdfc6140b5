import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func importPage(
        _ page: PageImport, _ request: RequestInfo
    ) async throws(PublishingError) -> ImportOutcome {
        let store = self
        let work: @Sendable (Database) throws -> ImportOutcome = { database in
            try store.importPage(page, request, cause: "import", database)
        }
        return try await page.isDryRun ? rehearse(for: request, work) : write(for: request, work)
    }

    public func addStarterPages(
        _ pages: [(slug: String, document: PageDocument)]
    ) async throws(PublishingError) {
        let store = self
        try await write { database in
            let hasPages = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM pages)") ?? false
            guard !hasPages else { return }
            for (slug, document) in pages {
                let page = PageImport(page: slug, document: document)
                _ = try store.importPage(page, RequestInfo(.program), cause: "import", database)
            }
        }
    }

    func importPage(
        _ page: PageImport, _ request: RequestInfo, cause: String, _ database: Database
    ) throws -> ImportOutcome {
        guard Identifier.isSlug(page.page) else {
            throw PublishingError.invalid(
                InvalidInput("A page's slug has 1 to 64 small letters, digits and hyphens."))
        }
        let created = Authorship(by: request.actor.name, at: clock.now)
        let document = page.document
        let known = try PageRow.find(page.page, database)
        if known == nil { try Self.checkAuthorization(of: request.actor, needs: .admin, at: created.at, database) }
        try document.validate(catalog, client: known == nil ? document.client : known?.info.client)
        let row = try known ?? insertPage(page, request, at: created.at, database)
        let live = try RevisionRow.live(of: row, at: created.at, database)
        try check(request.precondition, live, of: row, database)
        let gone = Set(live?.order.order ?? []).subtracting(document.order)
        let edit = SnapshotEdit(order: document.order, put: document.blocks, removed: gone, data: document.data)
        let new = NewRevision(page: row, parent: live, cause: cause, created: created)
        let made = try new.append(edit, database)
        var carried: [CarriedChange] = []
        if made.number != live?.number {
            let release = try ReleaseRow.insert(made, of: row, created: created, database)
            carried = try ChangePropagator(page: row, catalog: catalog, created: created)
                .carry(from: live, to: made, after: release.at, database)
            var entry = AuditEntry(request, "page.\(cause)")
            entry.page = row.info.slug
            entry.before = live.map { .object(["revision": JSONValue($0.number)]) }
            entry.after = .object(["revision": JSONValue(made.number)])
            try entry.append(at: created.at, database)
        }
        let present = try RevisionRow.requireLive(of: row, at: created.at, database)
        return ImportOutcome(
            revision: try Self.liveRevision(present, of: row, at: created.at, database), carried: carried)
    }

    func check(
        _ precondition: Precondition, _ live: RevisionRow?, of page: PageRow, _ database: Database
    ) throws {
        guard let live else {
            if precondition != .none { throw PublishingError.changed(.absent("page")) }
            return
        }
        let present = try live.value(of: page, database)
        guard precondition.allows(present.tag) else { throw PublishingError.changed(present.present) }
    }

    private func insertPage(
        _ page: PageImport, _ request: RequestInfo, at now: Instant, _ database: Database
    ) throws -> PageRow {
        try database.execute(
            sql: "INSERT INTO pages (slug, title, client, created_at, created_by) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                page.page, page.document.title ?? page.page, page.document.client?.rawValue, now.milliseconds,
                request.actor.name,
            ])
        return try PageRow.named(page.page, database)
    }
}
