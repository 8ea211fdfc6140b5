import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The API of catalogues, from which operators choose cards, and of their searches.
struct CatalogueRoutes: Sendable {
    let services: OperatorServices
    let files: ServerFiles
    let searches: CatalogueSearches

    func register(_ routes: Routes) {
        routes.get("/api/catalogues") { request, context in
            try await services.authorizeRead(request, context, as: .editor, on: .shared)
            let catalogues = files.catalogues.all.sorted { $0.name < $1.name }
            return await services.respond(to: request, .array(catalogues.map { .object($0.json) }))
        }
        routes.get("/api/catalogues/{name}") { request, context in try await search(request, context) }
    }

    private func search(_ request: Request, _ context: ServerContext) async throws -> Response {
        let operation = try await services.authorizeRead(
            request, context, as: .editor, on: .shared, parameters: ["q"])
        let name = try operation.path("name")
        let catalogues = files.catalogues
        guard let catalogue = catalogues.all.first(where: { $0.name == name }) else {
            throw PublishingError.notFound(
                "There is no catalogue \"\(name.prefix(64))\". GET /api/catalogues lists them.")
        }
        let query = try CatalogueQuery(operation.parameters["q"])

        let results = try await searches.results(catalogue, query, of: catalogues.number, context.logger)

        return await services.respond(to: request, encoded: results)
    }
}
