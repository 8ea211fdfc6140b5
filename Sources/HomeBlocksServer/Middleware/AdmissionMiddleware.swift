import HTTPTypes
import Hummingbird

/// Lets no more requests in than there are places. Whether the server is well can always be asked.
struct AdmissionMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let admission: Admission

    private static let alwaysAnswered: Set = ["/healthz", "/readyz", "/metrics"]

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        if Self.alwaysAnswered.contains(request.uri.path) { return try await next(request, context) }
        let isChange = request.method != .get && request.method != .head
        guard let place = admission.enter(isChange: isChange, client: context.client) else { throw Problem.busy }
        defer { admission.leave(place) }
        return try await next(request, context)
    }
}
