import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The API for creating, renaming, deleting, exporting and importing pages.
struct PageRoutes: Sendable {
    let services: OperatorServices

    func register(_ routes: Routes) {
        routes.get("/api/pages") { request, context in
            let operation = try await services.authorizeRead(request, context, on: .shared)
            let pages = try await operation.store.pages(for: operation.rights)
            return await services.respond(
                to: request, .array(pages.map { .object(line($0)) }))
        }
        routes.get("/api/pages/{page}") { request, context in
            let operation = try await services.authorizeRead(request, context)
            let page = try operation.page
            let summary = try await operation.store.page(page).shown(to: operation.rights)
            // The ETag is the whole page's, although this response has only a summary.
            return services.respond(line(summary), tag: summary.live.tag)
        }
        routes.post("/api/pages") { request, context in try await create(request, context) }
        routes.patch("/api/pages/{page}") { request, context in try await rename(request, context) }
        routes.delete("/api/pages/{page}") { request, context in try await delete(request, context) }
        routes.get("/api/pages/{page}/export") { request, context in try await export(request, context) }
        routes.put("/api/pages/{page}/export") { request, context in try await importPage(request, context) }
        routes.put("/api/pages/{page}/draft") { request, context in try await importDraft(request, context) }
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .admin)
        let body = try await operation.json()
        let changeContext = try services.changeContext(operation, body: body)

        let plan = try PagePlan(json: body)

        let outcome = try await operation.store.createPage(plan, changeContext)

        await services.refreshCaches(after: .everything)
        return services.respond(
            ChangeOutcome(outcome.data.addingDefault(services.settings.defaultPage)), status: .created,
            location: "/api/pages/\(plan.slug)")
    }

    private func rename(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .admin)
        let body = try await operation.json()
        let page = try operation.page
        let renaming = try PageRenaming(json: body)
        try renaming.check(page, defaultPage: services.settings.defaultPage)
        let changeContext = try services.changeContext(operation, tag: .own)

        let summary = try await operation.store.renamePage(page, renaming, changeContext)

        await services.refreshCaches(after: .everything)
        return services.respond(line(summary))
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(request, context, as: .admin)
        let page = try operation.page
        try PageSummary.checkDeletion(of: page, defaultPage: services.settings.defaultPage)
        let changeContext = try services.changeContext(operation, tag: .own)

        let summary = try await operation.store.deletePage(page, changeContext)

        await services.refreshCaches(after: .everything)
        return services.respond(line(summary))
    }

    private func line(_ page: PageSummary) -> JSONObject {
        page.json.addingDefault(services.settings.defaultPage)
    }

    private func export(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(request, context)
        let page = try operation.page
        return try await services.readingPage {
            let revision = try await operation.store.revision(page, .live)
            let document = try await PageDocument.of(revision, in: operation.store)
            return await services.respond(
                to: request, document: document.json(slug: page).prettyEncoded, tag: revision.tag)
        }
    }

    private func importPage(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(
            request, context, as: .publisher, parameters: ["dryRun", "client", "append"])
        let page = try operation.page
        let isDryRun = try operation.isDryRun
        let isAppended = try operation.parameters.flag("append")
        let client = try client(operation.parameters["client"])
        return try await services.importing {
            let body = try await operation.json(.page)
            let changeContext = try services.changeContext(operation, tag: .own)
            let plan = PageImport(
                page: page, document: try PageDocument(json: body), client: client, isAppended: isAppended,
                isDryRun: isDryRun)

            let outcome = try await operation.store.importPage(plan, changeContext)

            await services.refreshCaches(after: isDryRun ? .nothing : .page(page))
            return services.respond(outcome, isDryRun: isDryRun)
        }
    }

    private func importDraft(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeWrite(
            request, context, as: .editor, parameters: ["dryRun", "append"])
        let page = try operation.page
        let isDryRun = try operation.isDryRun
        let isAppended = try operation.parameters.flag("append")
        return try await services.importing {
            let body = try await operation.json(.page)
            let changeContext = try services.changeContext(operation, tag: .parent)
            let plan = PageImport(
                page: page, document: try PageDocument(json: body), isAppended: isAppended, isDryRun: isDryRun,
                stage: .draft, requiresMatch: services.settings.requiresIfMatch)

            let outcome = try await operation.store.importPage(plan, changeContext)

            await services.refreshCaches(after: isDryRun ? .nothing : .page(page))
            return services.respond(outcome, isDryRun: isDryRun)
        }
    }

    private func client(_ text: String?) throws -> PageImport.ClientChoice {
        guard let text else { return .inferred }
        guard let choice = PageImport.ClientChoice(text) else {
            throw PublishingError.malformed("The parameter client \(PageImport.ClientChoice.rule).")
        }
        return choice
    }
}
