import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func createPage(_ plan: PagePlan, _ request: RequestInfo) async throws(PublishingError) -> PageSummary {
        let store = self
        return try await writeOnce(request) { try store.createPage(plan, request, $0) }
    }

    private func createPage(
        _ plan: PagePlan, _ request: RequestInfo, _ database: Database
    ) throws -> PageSummary {
        guard try PageRow.find(plan.slug, database) == nil else { throw Self.exists(plan.slug) }
        var document = PageDocument(client: plan.client, blocks: [])
        if let copied = plan.copyOf {
            guard let source = try PageRow.find(copied, database) else {
                let fault = ValidationIssue(JSONPointer(["copyOf"]), "names no page; GET /pages lists them")
                throw PublishingError.invalid(
                    InvalidInput("The page was not made: /copyOf \(fault.reason).", faults: [fault]))
            }
            document = try liveDocument(of: source, database)
        }
        document.title = plan.title ?? document.title
        let page = PageImport(page: plan.slug, document: document)
        let free = RequestInfo(request.actor, requestID: request.requestID)
        _ = try importPage(page, free, cause: "create", database)
        return try requireSummary(try PageRow.named(plan.slug, database), database)
    }

    private func liveDocument(of page: PageRow, _ database: Database) throws -> PageDocument {
        let live = try RevisionRow.requireLive(of: page, at: clock.now, database)
        let blocks = try live.order.order.compactMap { try blockState($0, of: live, database)?.block }
        return PageDocument(
            title: page.info.title, client: page.info.client, data: try live.data(database), blocks: blocks)
    }

    private static func exists(_ slug: String) -> PublishingError {
        .conflict("There is a page \"\(slug)\" already. Choose another name.")
    }

    public func page(_ page: String) async throws(PublishingError) -> PageSummary {
        let store = self
        return try await read { try store.requireSummary(try PageRow.named(page, $0), $0) }
    }

    private func requireSummary(_ page: PageRow, _ database: Database) throws -> PageSummary {
        guard let summary = try Self.summary(of: page, at: clock.now, database) else {
            throw PublishingError.internalError("the page \(page.info.slug) has nothing live")
        }
        return summary
    }

    public func renamePage(
        _ page: String, _ renaming: PageRenaming, _ request: RequestInfo
    ) async throws(PublishingError) -> PageSummary {
        let store = self
        return try await write(for: request) { database in
            let old = try PageRow.named(page, database)
            let live = try RevisionRow.live(of: old, at: store.clock.now, database)
            try store.check(request.precondition, live, of: old, database)
            let slug = renaming.slug ?? old.info.slug
            let title = renaming.title ?? old.info.title
            if slug == old.info.slug, title == old.info.title { return try store.requireSummary(old, database) }
            if slug != old.info.slug, try PageRow.find(slug, database) != nil { throw Self.exists(slug) }
            try database.execute(
                sql: "UPDATE pages SET slug = ?, title = ? WHERE id = ?", arguments: [slug, title, old.id])
            var entry = AuditEntry(request, "page.rename")
            entry.page = slug
            entry.before = ["page": .string(old.info.slug), "title": .string(old.info.title)]
            entry.after = ["page": .string(slug), "title": .string(title)]
            try entry.append(at: store.clock.now, database)
            return try store.requireSummary(try PageRow.named(slug, database), database)
        }
    }

    public func deletePage(_ page: String, _ request: RequestInfo) async throws(PublishingError) -> PageSummary {
        let store = self
        return try await write(for: request) { database in
            let now = store.clock.now
            let page = try PageRow.named(page, database)
            try store.check(
                request.precondition, try RevisionRow.live(of: page, at: now, database), of: page, database)
            guard try !TakeoverRow.isNeeded(page, at: now, database) else {
                throw PublishingError.conflict(
                    "A takeover of another page shows this one. Cancel it, or wait until it has ended.")
            }
            let summary = try store.requireSummary(page, database)
            // Takeovers that have ended need the page no longer; the audit log keeps them.
            try database.execute(sql: "DELETE FROM takeovers WHERE shown_page_id = ?", arguments: [page.id])
            try database.execute(sql: "DELETE FROM pages WHERE id = ?", arguments: [page.id])
            var entry = AuditEntry(request, "page.delete")
            entry.page = page.info.slug
            entry.before = ["title": .string(page.info.title), "revision": JSONValue(summary.revision)]
            try entry.append(at: now, database)
            return summary
        }
    }
}
