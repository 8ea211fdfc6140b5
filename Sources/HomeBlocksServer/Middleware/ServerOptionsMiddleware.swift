import HTTPTypes
import Hummingbird

/// Responds to `OPTIONS *` with the methods that the server knows (RFC 9110, 9.3.7).
struct ServerOptionsMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let routes: RouteTable

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .options, request.head.path == "*" else { return try await next(request, context) }
        let methods = Set(routes.methods + ["HEAD", "OPTIONS"]).sorted()
        return Response(status: .noContent, headers: [.allow: methods.joined(separator: ", ")])
    }
}
