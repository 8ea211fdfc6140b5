import HTTPTypes
import Hummingbird
import Publishing

/// Refuses a read whose `If-Match` does not name the representation that it would get (RFC 9110, 13.1.1). For changes the
/// transaction checks it.
struct PreconditionMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head else { return try await next(request, context) }
        let precondition = try request.precondition(isRequired: false)
        let response = try await next(request, context)
        if precondition == .none || response.status.kind == .clientError || Self.matches(precondition, response) {
            return response
        }
        throw Problem(
            .preconditionFailed, "precondition-failed",
            "What this would return has another ETag than those of If-Match. Send the request without If-Match to get it."
        )
    }

    private static func matches(_ precondition: Precondition, _ response: Response) -> Bool {
        if precondition == .exists { return true }
        guard case .matches(let tags)? = response.headers[.eTag].flatMap(EntityTags.init(parsing:))?.precondition else {
            return false
        }
        return tags.contains { precondition.allows($0) }
    }
}
