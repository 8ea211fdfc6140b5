import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The pages themselves, and whole pages in and out.
struct PageRoutes: Sendable {
    let desk: OperatorServices

    func register(_ routes: Routes) {
        routes.get("/pages") { request, _ in
            let list = try await desk.pages.pageList()
            return await list.answer.response(
                to: request,
                cacheControl: desk.settings.cacheControl.value(at: desk.clock.now, changesAt: list.changesAt))
        }
        routes.get("/api/pages") { request, context in
            try await desk.admit(request, context)
            let pages = try await desk.store.pages()
            return await desk.answer(
                request, .array(pages.map { .object($0.json(defaultPage: desk.settings.defaultPage)) }))
        }
        routes.get("/api/pages/{page}") { request, context in
            try await desk.admit(request, context)
            let name = try context.parameters.require("page")
            // The ETag is that of the page itself, of which this line tells little. It is read first: a change in
            // between may make it too old, which only refuses, but never too new, which would lose that change.
            let tag = try await desk.store.revision(name, .live).tag
            let page = try await desk.store.page(name)
            let line = JSONValue.object(page.json(defaultPage: desk.settings.defaultPage))
            return .uncached(PublishedPage.envelope(line.encoded), tag: tag)
        }
        routes.post("/api/pages") { request, context in try await create(request, context) }
        routes.patch("/api/pages/{page}") { request, context in try await rename(request, context) }
        routes.delete("/api/pages/{page}") { request, context in try await delete(request, context) }
        routes.get("/api/pages/{page}/export") { request, context in try await export(request, context) }
        routes.put("/api/pages/{page}/export") { request, context in try await importPage(request, context) }
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (actor, _) = try await desk.actor(request, context, as: .admin)
        let body = try await RequestBodyReader.standard.json(of: request)
        let info = try desk.info(request, context, by: actor, body: body)
        let summary = try await desk.store.createPage(try PagePlan(json: body), info)
        return await answer(summary, status: .created, location: "/api/pages/\(summary.page.slug)")
    }

    private func rename(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (actor, _) = try await desk.actor(request, context, as: .admin)
        let body = try await RequestBodyReader.standard.json(of: request)
        let page = try context.parameters.require("page")
        let renaming = try PageRenaming(json: body)
        if let slug = renaming.slug, slug != page { try protectDefault(page, from: "renamed") }
        let info = try desk.info(request, context, by: actor, tag: .own)
        return await answer(try await desk.store.renamePage(page, renaming, info))
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (actor, _) = try await desk.actor(request, context, as: .admin)
        let page = try context.parameters.require("page")
        try protectDefault(page, from: "deleted")
        return await answer(
            try await desk.store.deletePage(page, try desk.info(request, context, by: actor, tag: .own)))
    }

    private func protectDefault(_ page: String, from change: String) throws {
        guard page == desk.settings.defaultPage else { return }
        throw PublishingError.conflict(
            "The page \"\(page)\" is the default page, which cannot be \(change). "
                + "Name another one in the setting page first.")
    }

    private func answer(
        _ summary: PageSummary, status: HTTPResponse.Status = .ok, location: String? = nil
    ) async -> Response {
        await desk.changed(
            .everything, summary.json(defaultPage: desk.settings.defaultPage), status: status, location: location)
    }

    private func export(_ request: Request, _ context: ServerContext) async throws -> Response {
        try await desk.admit(request, context)
        let page = try context.parameters.require("page")
        return try await desk.readingPage {
            let revision = try await desk.store.revision(page, .live)
            let document = try await PageDocument.of(revision, in: desk.store)
            return await Representation(document.json(slug: page).prettyEncoded, tag: revision.tag, compression: .fast)
                .response(to: request, cacheControl: "private, no-cache")
        }
    }

    private func importPage(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (actor, parameters) = try await desk.actor(request, context, as: .publisher, parameters: ["dryRun"])
        let page = try context.parameters.require("page")
        let isDryRun = try parameters.flag("dryRun")
        return try await desk.importing {
            let body = try await RequestBodyReader.page.json(of: request)
            let info = try desk.info(request, context, by: actor, tag: .own)
            let document = PageImport(page: page, document: try PageDocument(json: body), isDryRun: isDryRun)
            let outcome = try await desk.store.importPage(document, info)
            let revision = outcome.revision
            let data: JSONObject = [
                "page": .string(page), "revision": JSONValue(revision.number),
                "order": .array(revision.order.order.map { .string($0) }),
            ]
            return await desk.changed(
                isDryRun ? .nothing : .page(page), data, carried: outcome.carried, tag: isDryRun ? nil : revision.tag)
        }
    }
}
