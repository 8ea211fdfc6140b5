import HTTPTypes
import Hummingbird
import Publishing

/// The document, whole and in parts, and its pieces.
struct HomepageRoutes: Sendable {
    let pages: PublishedPages
    let settings: ServerSettings
    let clock: PublishingClock

    func register(_ routes: Routes) {
        routes.get("/homepage") { request, _ in try await document(request, try RequestParameters(request)) }
        routes.get("/homepage/block/page") { request, _ in try await document(request, try RequestParameters(request)) }
        routes.post("/homepage/block/page") { request, context in
            try await document(request, try await RequestParameters.withBody(request, context))
        }
        routes.get("/homepage/dragon/ball") { request, _ in try await menus(request, try RequestParameters(request)) }
        routes.post("/homepage/dragon/ball") { request, context in
            try await menus(request, try await RequestParameters.withBody(request, context))
        }
        routes.get("/homepage/blocks/{code}") { request, context in try await block(request, context) }
        routes.get("/homepage/blocks/{code}/items/{index}") { request, context in try await item(request, context) }
    }

    private func document(_ request: Request, _ parameters: RequestParameters) async throws -> Response {
        let limit = try parameters.int("limit", in: 1...PageDocument.mostBlocks) ?? settings.pageLimit
        let cursor = try parameters["cursor"].map { $0.isEmpty ? nil : try PageCursor(parsing: $0) }
        let variant = try await variant(parameters)
        guard let cursor else { return await answer(request, variant.document) }
        return await answer(request, variant.part(from: cursor ?? variant.page.start, limit: limit))
    }

    private func menus(_ request: Request, _ parameters: RequestParameters) async throws -> Response {
        return await answer(request, try await variant(parameters).menus)
    }

    private func block(_ request: Request, _ context: ServerContext) async throws -> Response {
        let variant = try await variant(try RequestParameters(request))
        let code = try context.parameters.require("code")
        guard let block = variant.block(code) else {
            throw PublishingError.notFound("The page shows no section \"\(code.prefix(128))\" now.")
        }
        return await answer(request, block)
    }

    private func item(_ request: Request, _ context: ServerContext) async throws -> Response {
        let variant = try await variant(try RequestParameters(request))
        let code = try context.parameters.require("code")
        guard let index = Int(try context.parameters.require("index")), index >= 0 else {
            throw PublishingError.malformed("A card is named by its place in the section, a whole number from 0.")
        }
        guard variant.page.shown[code] != nil else {
            throw PublishingError.notFound("The page shows no section \"\(code.prefix(128))\" now.")
        }
        guard let item = variant.item(index, of: code) else {
            throw PublishingError.notFound("The section \"\(code.prefix(128))\" has no card \(index).")
        }
        return await answer(request, item)
    }

    /// The page that is asked for, as the client who asks gets it.
    private func variant(_ parameters: RequestParameters) async throws -> ServedVariant {
        let client = try parameters.client()
        let served = try await pages.page(parameters["page"] ?? settings.defaultPage)
        return await served.variant(for: client, at: clock.now)
    }

    private func answer(_ request: Request, _ representation: Representation) async -> Response {
        await representation.response(
            to: request,
            cacheControl: settings.cacheControl.value(at: clock.now, changesAt: representation.changesAt))
    }
}
