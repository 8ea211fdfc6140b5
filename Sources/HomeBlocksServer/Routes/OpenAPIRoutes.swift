import Hummingbird
import OpenAPIDocument

/// The description of every route.
struct OpenAPIRoutes: Sendable {
    private let document = Representation(OpenAPIDocument.bytes)

    func register(_ routes: Routes) {
        routes.get("/openapi.json") { request, _ in
            await document.response(to: request, cacheControl: "public, max-age=300")
        }
    }
}
