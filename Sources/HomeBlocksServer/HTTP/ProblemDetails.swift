import HTTPTypes
import HomeBlocks
import Hummingbird
import NIOCore
import Publishing

/// A problem document (RFC 9457). `code` and `message` repeat the status and the detail for clients that only
/// understand the envelope of other responses.
struct ProblemDetails: Error {
    let status: HTTPResponse.Status
    /// The last component of `type`.
    let kind: String
    let detail: String
    var issues: [ValidationIssue] = []
    /// Additional members of the document.
    var extensions: JSONObject = [:]
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ kind: String, _ detail: String) {
        self.status = status
        self.kind = kind
        self.detail = detail
    }

    /// Returns the header fields and the body of the response.
    func content(requestID: String) -> (fields: HTTPFields, body: ByteBuffer) {
        var members = extensions
        members["type"] = .string("urn:homeblocks:problem:\(kind)")
        members["title"] = .string(status.reasonPhrase)
        members["status"] = JSONValue(status.code)
        members["detail"] = .string(detail)
        members["code"] = JSONValue(status.code)
        members["message"] = .string(detail)
        members["errors"] = .array(issues.map(Self.json))
        members["requestId"] = .string(requestID)
        var fields = headers
        fields[.contentType] = "application/problem+json"
        fields[.cacheControl] = "no-store"
        return (fields, ByteBuffer(bytes: JSONValue.object(members).encoded))
    }

    /// The maximum size in bytes of a suggestion in the document.
    private static let maximumSuggestion = 2000

    private static func json(_ issue: ValidationIssue) -> JSONValue {
        var members: JSONObject = ["pointer": .string(issue.pointer.description), "reason": .string(issue.reason)]
        if let text = issue.suggestion?.string, text.utf8.count <= maximumSuggestion {
            members["suggestion"] = .string(text)
        }
        return .object(members)
    }

    func response(requestID: String) -> Response {
        let content = content(requestID: requestID)
        return Response(status: status, headers: content.fields, body: ResponseBody(byteBuffer: content.body))
    }
}

// MARK: Limits

extension ProblemDetails {
    static let busy = later(
        .serviceUnavailable, "busy", "The server is handling too many requests.", seconds: 1)

    static let tooManyVerdicts = later(
        .tooManyRequests, "busy", "This link was used for too many verdicts.", seconds: 60)

    static let tooSlow = later(
        .serviceUnavailable, "too-slow", "The request exceeded the server's time limit. Nothing was changed.",
        seconds: 5)

    static func tooManySearches(of catalogue: String) -> ProblemDetails {
        later(
            .serviceUnavailable, "busy", "The catalogue \"\(catalogue)\" has too many searches in progress.",
            seconds: 1)
    }

    static let targetTooLong = ProblemDetails(
        .uriTooLong, "too-large", "The path and query exceed the limit target of 8 KiB.")

    static let malformedStream = ProblemDetails(
        .badRequest, "malformed", "The request needs a valid :method and :path, and one :authority or Host.")

    init(_ refusal: ConnectionLimit.Refusal) {
        switch refusal {
        case .all:
            self = .later(
                .serviceUnavailable, "busy", "The server has too many connections.", seconds: 5)
        case .client:
            self = .later(.tooManyRequests, "busy", "This client has too many connections. Close some.", seconds: 5)
        }
    }

    /// - Parameter part: the part of the request that did not arrive in time.
    static func late(_ part: String) -> ProblemDetails {
        var problem = ProblemDetails(
            .requestTimeout, "timeout", "The \(part) did not arrive in time. Send the request again.")
        problem.headers[.connection] = "close"
        return problem
    }

    private static func later(
        _ status: HTTPResponse.Status, _ kind: String, _ reason: String, seconds: Int
    ) -> ProblemDetails {
        var problem = ProblemDetails(
            status, kind, "\(reason) Try again in \(seconds == 1 ? "a second" : "\(seconds) seconds").")
        problem.headers[.retryAfter] = String(seconds)
        return problem
    }
}

// MARK: Sessions

extension ProblemDetails {
    static let wrongPassword = unauthorized(
        "wrong-password", "The name or the password is wrong. Check both and try again.")

    /// Does not use 401, because the session is valid and only the password in the body is wrong.
    static var wrongCurrentPassword: ProblemDetails {
        var problem = ProblemDetails(
            .unprocessableContent, "invalid", "The current password is wrong. The password was not changed.")
        problem.issues = [ValidationIssue(JSONPointer(["current"]), "is wrong")]
        return problem
    }

    static let signedOut = unauthorized(
        "signed-out", "You are not signed in. Sign in and send the request again.")

    static func unauthorized(_ kind: String, _ detail: String) -> ProblemDetails {
        var problem = ProblemDetails(.unauthorized, kind, detail)
        // RFC 9110, 15.5.2 requires the header.
        problem.headers[.wwwAuthenticate] = "Bearer realm=\"homeblocks\""
        return problem
    }

    static let crossSite = ProblemDetails(
        .forbidden, "cross-site",
        "This request was not sent by the console. Send X-CSRF-Token with the csrf value of GET /api/session.")

    static let viewingAs = ProblemDetails(
        .forbidden, "viewing-as",
        "Nothing can be changed with HomeBlocks-View-As. Send the request without it to make the change as yourself.")

    static let unknownReader = ProblemDetails(
        .forbidden, "forbidden", "HomeBlocks-View-As must be the id of an operator; see GET /api/operators.")

    static let invalidLink = ProblemDetails(
        .notFound, "not-found",
        "This link is no longer valid. Restart the server to get a new one, or ask an admin for an account.")

    static func tooManySignIns(_ seconds: Int) -> ProblemDetails {
        let minutes = (seconds + 59) / 60
        var problem = ProblemDetails(
            .tooManyRequests, "too-many-sign-ins",
            "Too many sign-in attempts. Try again in \(minutes == 1 ? "a minute" : "\(minutes) minutes")."
        )
        problem.headers[.retryAfter] = String(seconds)
        return problem
    }
}
