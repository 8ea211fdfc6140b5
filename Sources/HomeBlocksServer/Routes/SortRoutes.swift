import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The live order: read by anybody, changed by publishers.
struct SortRoutes: Sendable {
    let pages: PublishedPages
    let store: any PageStore
    let authenticator: Authenticator
    let settings: ServerSettings
    let clock: PublishingClock

    func register(_ routes: Routes) {
        routes.get("/sort") { request, _ in try await read(request) }
        routes.post("/sort") { request, context in try await change(request, context) }
    }

    private func read(_ request: Request) async throws -> Response {
        let served = try await pages.page(try RequestParameters(request)["page"] ?? settings.defaultPage)
        let changesAt = served.page.revision.nextRelease
        return await served.sort.response(
            to: request, cacheControl: settings.cacheControl.value(at: clock.now, changesAt: changesAt))
    }

    private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let actor = try await authenticator.actor(of: request, needs: .publisher, context: context)
        let parameters = try RequestParameters(request)
        let page = parameters["page"] ?? settings.defaultPage
        let isDryRun = try parameters.flag("dryRun")
        let precondition = try request.precondition(isRequired: settings.requiresIfMatch)
        let body = try await RequestBodyReader.sort.json(of: request)
        let reorder = Reorder(
            page: page, change: try OrderChange(json: body), precondition: precondition, actor: actor,
            isDryRun: isDryRun, idempotency: try idempotency(of: request, page: page, body: body, isDryRun: isDryRun),
            requestID: context.requestID)
        let outcome = try await store.reorder(reorder)
        if !isDryRun { pages.invalidate(outcome.state.page) }
        return answer(outcome, isDryRun: isDryRun)
    }

    private func idempotency(
        of request: Request, page: String, body: JSONValue, isDryRun: Bool
    ) throws -> Idempotency? {
        guard !isDryRun, let key = request.headers[.idempotencyKey] else { return nil }
        return try Idempotency(key: key, request: Array("sort\n\(page)\n".utf8) + body.encoded)
    }

    private func answer(_ outcome: OrderOutcome, isDryRun: Bool) -> Response {
        var members = outcome.state.json
        members["moved"] = .array(outcome.moved.map { .string($0) })
        // What a dry run answers does not exist, so it has no tag.
        return .uncached(
            PublishedPage.envelope(JSONValue.object(members).encoded), tag: isDryRun ? nil : outcome.state.tag)
    }
}

extension HTTPField.Name {
    static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .eTag
}
