import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOHTTP1
import Publishing

/// Maps errors to problem responses, in one place.
extension ProblemDetails {
    init(_ error: PublishingError) {
        switch error {
        case .notFound(let detail): self.init(.notFound, "not-found", detail)
        case .malformed(let detail): self.init(.badRequest, "malformed", detail)
        case .invalid(let input):
            self.init(.unprocessableContent, "invalid", input.detail)
            issues = input.issues
            let lists = ["missing": input.missing, "unknown": input.unknown, "duplicate": input.duplicate]
            if lists.contains(where: { !$0.value.isEmpty }) {
                for (name, codes) in lists { extensions[name] = .array(codes.map { .string($0) }) }
            }
        case .conflict(let detail): self.init(.conflict, "conflict", detail)
        case .reviewRequired(let detail): self.init(.conflict, "review-required", detail)
        case .outdated(let detail): self.init(.conflict, "audience-outdated", detail)
        case .changed(let state): self.init(changed: state)
        case .preconditionRequired:
            self.init(
                .preconditionRequired, "precondition-required",
                "This server requires If-Match with the current ETag, so that no change is lost. Send * to overwrite.")
        case .unauthorized(let detail): self = .unauthorized("unauthorized", detail)
        case .refused(let failure): self.init(failure)
        case .unavailable(let reason):
            let type = reason == .outcomeUnknown ? "outcome-unknown" : "unavailable"
            self.init(.serviceUnavailable, type, reason.message)
            headers[.retryAfter] = "5"
        case .internalError: self = .internalError
        }
    }

    private init(_ failure: AuthorizationFailure) {
        switch failure.cause {
        case .token(let reason):
            self = .unauthorized("unauthorized", "The token is not valid: \(reason). Ask an admin for a new one.")
        case .session: self = .signedOut
        // The same as for a page that does not exist.
        case .page(let page): self.init(.noPage(page))
        case .role(_, let role, let scope):
            let isLimited = failure.actor.map { !$0.rights.pages.isEmpty } ?? false
            let place = isLimited && scope == .everything ? " for all pages" : ""
            self.init(
                .forbidden, "forbidden",
                "This requires the role \(role.rawValue)\(place). Use a token or an account that has it.")
        }
    }

    /// The response to an error whose cause is only in the log.
    static let internalError = ProblemDetails(
        .internalServerError, "fault", "Internal server error. See the server's log for this request id.")

    init(_ error: JSONSyntaxError) {
        self.init(.badRequest, "malformed", "The body is not valid JSON: \(error). Fix it and send it again.")
    }

    init(_ failure: CatalogueFailure) {
        switch failure.cause {
        case .timeout: self.init(.gatewayTimeout, "upstream-timeout", failure.message)
        case .status, .noList, .other: self.init(.badGateway, "upstream-failed", failure.message)
        }
    }

    static let unknownMethod = ProblemDetails(
        .notImplemented, "not-implemented",
        "The server does not support this method. It supports GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS.")

    /// The response to bytes that cannot be parsed as a request.
    init(_ error: HTTPParserError) {
        switch error {
        case .headerOverflow:
            self.init(
                .requestHeaderFieldsTooLarge, "too-large",
                "The header fields exceed the limit headers: 32 KiB in total, 8 KiB per field, 100 fields.")
        default:
            self.init(
                .badRequest, "malformed",
                "This is not a valid HTTP request: it needs well-formed lines, one body length, and one Host header.")
        }
    }

    private init(changed state: CurrentState) {
        guard let json = state.json else {
            let remedy =
                state.subject == "draft"
                ? "The page has no draft now. A change to it creates one."
                : "This \(state.subject) does not exist. Send the request without If-Match to create it."
            self.init(.preconditionFailed, "precondition-failed", remedy)
            return
        }
        let detail =
            "\(state.changedBy) changed \(state.subject) at \(state.changedAt.rfc3339), after you read it. "
            + "Apply your change to its current state and send it with the current ETag."
        self.init(.preconditionFailed, "precondition-failed", detail)
        extensions["current"] = .object(json)
        extensions["changedBy"] = .string(state.changedBy)
        extensions["changedAt"] = .string(state.changedAt.rfc3339)
        headers[.eTag] = state.tag?.quoted
    }
}
