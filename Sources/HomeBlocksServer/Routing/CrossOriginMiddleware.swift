import HTTPTypes
import Hummingbird

/// Allows other origins to read the public routes according to ``CrossOriginPolicy``. Other routes, and changes at the
/// same paths, get no CORS headers.
struct CrossOriginMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let policy: CrossOriginPolicy
    let routes: RouteTable

    /// How many seconds browsers may cache the response to a preflight request. Browsers have lower limits.
    private static let preflightAge = "86400"

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let isRead = request.method == .get || request.method == .head
        guard policy != .none, isRead || request.method == .options, routes.isPublic(request.uri.path) else {
            return try await next(request, context)
        }
        var response = isRead ? try await next(request, context) : preflight(request)
        policy.noteVariation(in: &response.headers)
        if isRead { response.headers.append(contentsOf: policy.allowance(for: request.headers[.origin])) }
        return response
    }

    /// Responds to OPTIONS, which a browser sends before a read with a header like `If-None-Match`.
    private func preflight(_ request: Request) -> Response {
        var headers: HTTPFields = [.allow: routes.methods(for: request.uri.path).joined(separator: ", ")]
        let method = request.headers[.accessControlRequestMethod]
        if method == "GET" || method == "HEAD" {
            var allowance = policy.allowance(for: request.headers[.origin])
            allowance[.accessControlExposeHeaders] = nil
            if !allowance.isEmpty {
                allowance[.accessControlAllowMethods] = "GET, HEAD"
                // Older browsers do not support the asterisk.
                allowance[.accessControlAllowHeaders] = "If-None-Match, *"
                allowance[.accessControlMaxAge] = Self.preflightAge
            }
            headers.append(contentsOf: allowance)
        }
        return Response(status: .noContent, headers: headers)
    }
}
