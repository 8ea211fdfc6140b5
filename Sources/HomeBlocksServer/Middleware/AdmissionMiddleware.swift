import HTTPTypes
import Hummingbird

/// Lets no more requests in than there are permits. Whether the server is well can always be asked.
struct AdmissionMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let admission: Admission

    private static let alwaysAnswered: Set = ["/healthz", "/readyz", "/metrics"]

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        if Self.alwaysAnswered.contains(request.uri.path) { return try await next(request, context) }
        guard let permit = admission.enter(client: context.client) else { throw Problem.busy }
        defer { permit.leave() }
        var context = context
        context.permit = permit
        return try await next(request, context)
    }
}
