import HTTPTypes
import Hummingbird
import Publishing

extension Request {
    /// Returns the precondition in `If-Match`.
    func precondition(isRequired: Bool) throws -> Precondition {
        let fields = headers[values: .ifMatch]
        if fields.isEmpty {
            guard !isRequired else { throw PublishingError.preconditionRequired }
            return .none
        }
        guard let tags = EntityTags(parsing: fields.joined(separator: ",")) else {
            throw PublishingError.malformed("If-Match must be a quoted ETag, a list of them, or *.")
        }
        return tags.precondition
    }
}

/// Refuses a read whose `If-Match` does not match the selected representation (RFC 9110, 13.1.1). The precondition of a
/// change is checked in its transaction.
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
        throw ProblemDetails(
            .preconditionFailed, "precondition-failed",
            "The resource's ETag does not match If-Match. Send the request without If-Match to get it."
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
