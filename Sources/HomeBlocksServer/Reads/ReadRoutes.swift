import HTTPTypes
import Hummingbird
import Publishing

/// The routes that read published pages: documents, sections, orders, and the list of pages.
struct ReadRoutes: Sendable {
    let reader: PageReader
    let pages: PublishedPages

    func register(_ routes: Routes) {
        for route in ReadRoute.allCases {
            let template = "\(route.template)"
            routes.publicGet(template) { request, context in
                try await respond(to: request, route, try RequestParameters(reading: request), context)
            }
            guard route.takesPost else { continue }
            routes.post(template) { request, context in
                try await respond(to: request, route, try await RequestParameters.withBody(request, context), context)
            }
        }
        routes.publicGet("/pages") { request, _ in
            await reader.response(to: request, with: try await pages.list())
        }
    }

    private func respond(
        to request: Request, _ route: ReadRoute, _ parameters: RequestParameters, _ context: ServerContext
    ) async throws -> Response {
        let read = try ReadRequest(
            route, code: context.parameters.get("code"), card: context.parameters.get("card"),
            pageLimit: reader.settings.pageLimit, attributes: parameters.values(of: reader.settings.attributes),
            ignored: parameters.undecoded(of: reader.settings.attributes)
        ) { parameters[$0.rawValue] }
        return await reader.response(
            to: request, with: try await reader.representation(for: read), ignored: read.ignored)
    }
}
