import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func importPage(_ request: PageImport) async throws(PublishingError) -> LiveRevision {
        let store = self
        return try await write { try store.importPage(request, $0) }
    }

    public func addStarterPages(
        _ pages: [(slug: String, document: PageDocument)]
    ) async throws(PublishingError) {
        let store = self
        try await write { database in
            let hasPages = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM pages)") ?? false
            guard !hasPages else { return }
            for (slug, document) in pages {
                _ = try store.importPage(PageImport(page: slug, document: document, actor: .program), database)
            }
        }
    }

    private func importPage(_ request: PageImport, _ database: Database) throws -> LiveRevision {
        guard Identifier.isSlug(request.page) else {
            throw PublishingError.invalid(
                InvalidInput("A page's slug has 1 to 64 small letters, digits and hyphens."))
        }
        let now = clock.now
        let document = request.document
        let page = try PageRow.find(request.page, database) ?? create(request, at: now, database)
        try document.validate(catalog, client: page.info.client)
        let live = try RevisionRow.live(of: page, at: now, database)
        if let live {
            let present = try Self.liveRevision(live, of: page, at: now, database)
            guard request.precondition.allows(present.tag) else { throw PublishingError.pageChanged(present) }
        } else if request.precondition != .none {
            throw PublishingError.pageChanged(nil)
        }
        let revision = NewRevision(page: page, parent: live, cause: "import", actor: request.actor, now: now)
        let order = live?.order.order == document.order ? nil : document.order
        let isSameTree = try live.map { try isEqual($0, document, revision, database) } ?? false
        if let live, order == nil, isSameTree {
            return try Self.liveRevision(live, of: page, at: now, database)
        }
        let treeID = isSameTree ? nil : try revision.appendTree(document.blocks, data: document.data, database)
        let number = try revision.append(order: order, treeID: treeID, database)
        var entry = AuditEntry(request.actor, "page.import", requestID: request.requestID)
        entry.page = page.info.slug
        entry.before = live.map { .object(["revision": JSONValue($0.number)]) }
        entry.after = .object(["revision": JSONValue(number)])
        try entry.append(at: now, database)
        let made = try RevisionRow.requireLive(of: page, at: now, database)
        return try Self.liveRevision(made, of: page, at: now, database)
    }

    private func create(_ request: PageImport, at now: Instant, _ database: Database) throws -> PageRow {
        guard request.actor.role >= .admin else { throw PublishingError.forbidden(needed: .admin) }
        let title = request.document.title ?? request.page
        try database.execute(
            sql: "INSERT INTO pages (slug, title, client, created_at, created_by) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                request.page, title, request.document.client?.rawValue, now.milliseconds, request.actor.name,
            ])
        return try PageRow.named(request.page, database)
    }

    private func isEqual(
        _ live: RevisionRow, _ document: PageDocument, _ revision: NewRevision, _ database: Database
    ) throws -> Bool {
        let versions = try live.versions(database)
        let data = JSONValue.object(try live.data(database)).encoded
        guard data == JSONValue.object(document.data).encoded, versions.count == document.blocks.count else {
            return false
        }
        return try document.blocks.allSatisfy { block in
            try versions[block.blockCode]?.number == revision.version(of: block, database)
        }
    }
}
