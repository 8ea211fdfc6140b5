import HTTPTypes

/// What those are told who meet a limit.
extension Problem {
    /// There is no place for another request.
    static let busy = later(.serviceUnavailable, "busy", "The server has as many requests as it can take.", seconds: 1)

    static let tooSlow = later(
        .serviceUnavailable, "too-slow", "This took longer than the server allows. Nothing was changed.", seconds: 5)

    static let targetTooLong = Problem(
        .uriTooLong, "too-large", "The path and the query are longer than the limit target of 8 KiB.")

    static let malformedStream = Problem(
        .badRequest, "malformed", "The request needs a valid :method and :path, and one :authority or Host.")

    init(_ refusal: ConnectionLimit.Refusal) {
        switch refusal {
        case .all:
            self = .later(
                .serviceUnavailable, "busy", "The server has as many connections as it can take.", seconds: 5)
        case .client:
            self = .later(.tooManyRequests, "busy", "This client has too many connections. Close some.", seconds: 5)
        }
    }

    /// - Parameter part: what did not come in time.
    static func late(_ part: String) -> Problem {
        var problem = Problem(
            .requestTimeout, "timeout", "The \(part) did not arrive in time. Send the request again.")
        problem.headers[.connection] = "close"
        return problem
    }

    private static func later(
        _ status: HTTPResponse.Status, _ kind: String, _ reason: String, seconds: Int
    ) -> Problem {
        var problem = Problem(
            status, kind, "\(reason) Try again in \(seconds == 1 ? "a second" : "\(seconds) seconds").")
        problem.headers[.retryAfter] = String(seconds)
        return problem
    }
}
