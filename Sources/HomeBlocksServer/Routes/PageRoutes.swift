import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The list of pages, and whole pages in and out.
struct PageRoutes: Sendable {
    let pages: PublishedPages
    let store: any PageStore
    let authenticator: Authenticator
    let settings: ServerSettings
    let clock: PublishingClock

    func register(_ routes: Routes) {
        routes.get("/pages") { request, _ in
            let cacheControl = settings.cacheControl.value(at: clock.now, changesAt: nil)
            return await (try await pages.pageList()).response(to: request, cacheControl: cacheControl)
        }
        routes.get("/api/pages/{page}/export") { request, context in try await export(request, context) }
        routes.put("/api/pages/{page}/export") { request, context in try await importPage(request, context) }
    }

    private func export(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try await authenticator.actor(of: request, needs: .viewer, context: context)
        let slug = try context.parameters.require("page")
        let (document, revision) = try await PageDocument.live(of: slug, in: store, at: clock.now)
        return await Representation(document.json(slug: slug).prettyEncoded, tag: revision.tag)
            .response(to: request, cacheControl: "private, no-cache")
    }

    private func importPage(_ request: Request, _ context: ServerContext) async throws -> Response {
        let actor = try await authenticator.actor(of: request, needs: .publisher, context: context)
        let slug = try context.parameters.require("page")
        let precondition = try request.precondition(isRequired: settings.requiresIfMatch)
        let json = try await RequestBodyReader.standard.json(of: request)

        let document = try PageDocument(json: json)
        let revision = try await store.importPage(
            PageImport(
                page: slug, document: document, precondition: precondition, actor: actor, requestID: context.requestID))
        pages.invalidate(revision.page.slug)
        let answer: JSONObject = [
            "page": .string(slug), "revision": JSONValue(revision.number),
            "order": .array(revision.order.order.map { .string($0) }),
        ]
        return .uncached(PublishedPage.envelope(JSONValue.object(answer).encoded), tag: revision.tag)
    }
}
