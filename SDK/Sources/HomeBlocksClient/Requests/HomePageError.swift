public import Foundation
public import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The reason why a request has no result.
public enum HomePageError: Error, Sendable, Equatable {
    /// The server's address is invalid.
    case address(String)
    /// The server responded with an error status.
    case refused(ProblemDetails)
    /// The response body cannot be read as the requested type.
    case unreadable(JSONIssue)
    /// There is no connection to the server; the code is that of a `URLError`. A response that does not come from the
    /// server also counts as unreachable: the page of a captive portal or a proxy has the code of
    /// `URLError.badServerResponse`.
    case unreachable(reason: String, code: Int)
    /// The request took longer than ``ClientOptions`` allow.
    case timedOut
    /// The calling task was cancelled.
    case cancelled
    /// The page has changed since the list was loaded that the request refers to: reload the page.
    case outdated
}

extension HomePageError: LocalizedError {
    /// ``message(in:)`` in the language of the app.
    public var errorDescription: String? { message(in: Bundle.main.preferredLocalizations) }

    /// Returns the message for the reader, without technical terms.
    ///
    /// - Parameter languages: languages in order of preference (BCP 47, such as `zh-Hant-HK`). The library has English,
    ///   Simplified and Traditional Chinese; for others the text is in English. An error from the app's own header
    ///   closure keeps the app's message.
    public func message(in languages: [String]) -> String {
        if case .unreachable(let reason, URLError.userAuthenticationRequired.rawValue) = self { return reason }
        return messageForReaders.text(in: languages)
    }

    private var messageForReaders: ReaderMessage {
        switch self {
        case .address: .badAddress
        case .refused(let problem) where problem.status == 404 || problem.status == 410: .gone
        case .refused(let problem): problem.isPassing ? .busy : .refused
        case .unreadable: .unreadable
        case .unreachable(_, let code): Self.message(ofConnectionError: code)
        case .timedOut: .timedOut
        case .cancelled: .cancelled
        case .outdated: .outdated
        }
    }

    /// - Parameter code: the code of a `URLError`.
    private static func message(ofConnectionError code: Int) -> ReaderMessage {
        let offline: [URLError.Code] = [.notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff]
        let insecure: [URLError.Code] = [
            .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
        ]
        if offline.contains(where: { $0.rawValue == code }) { return .offline }
        if insecure.contains(where: { $0.rawValue == code }) { return .insecure }
        return code == URLError.Code.badServerResponse.rawValue ? .intercepted : .unreachable
    }

    /// The reason for logs and developers, in English. For an error response, it is the server's `detail`.
    public var failureReason: String? {
        switch self {
        case .address(let text): "\"\(text)\" is not the address of a server."
        case .refused(let problem): problem.detail
        case .unreadable(let issue): "The server's response cannot be read: \(issue)."
        case .unreachable(let reason, _): "The server cannot be reached: \(reason)"
        case .timedOut: "The server did not respond in time."
        case .cancelled: "The request was cancelled."
        case .outdated: "The page has changed."
        }
    }
}

extension HomePageError {
    /// Whether the server responded with 404.
    public var isNotFound: Bool {
        if case .refused(let problem) = self { problem.status == 404 } else { false }
    }
}

/// The problem details of an error response.
///
/// Source: `application/problem+json`, RFC 9457, with the members that HomeBlocks adds. A response of another kind
/// becomes a problem with only a status.
public struct ProblemDetails: Sendable, Equatable {
    /// A single issue of a request.
    public struct Reason: Sendable, Equatable {
        /// The location in the request, as a JSON Pointer.
        public let pointer: String
        /// The reason.
        public let reason: String

        /// Creates an issue.
        public init(pointer: String, reason: String) {
            self.pointer = pointer
            self.reason = reason
        }
    }

    /// The status code.
    public let status: Int
    /// A short summary of the kind of problem.
    public let title: String
    /// The reason and a remedy.
    public let detail: String
    /// The individual issues, if there are several.
    public let errors: [Reason]
    /// The identity of the request in the server's log.
    public let requestId: String?
    /// The wait that the server requests with `Retry-After`, in seconds.
    public let retryAfter: TimeInterval?
    /// The likely sender of the response.
    let sender: ResponseSender

    /// Creates a problem, for a type that conforms to ``HomePageFetching``.
    ///
    /// - Parameters:
    ///   - status: the status code, such as 404.
    ///   - detail: the reason and a remedy.
    ///   - errors: the individual issues.
    public init(status: Int, detail: String, errors: [Reason] = []) {
        self.status = status
        title = HTTPURLResponse.localizedString(forStatusCode: status)
        self.detail = detail
        self.errors = errors
        requestId = nil
        retryAfter = nil
        sender = .server
    }

    init(_ response: HTTPURLResponse, _ body: Data, retryAfter: TimeInterval?) {
        let members = (try? JSONValue(reading: body))?.object ?? [:]
        status = response.statusCode
        sender = ResponseSender(of: response, body, members)
        title = members.take("title") ?? HTTPURLResponse.localizedString(forStatusCode: status)
        detail = members.take("detail") ?? "The server responded with status \(status)."
        let errors: [JSONObject] = members.take("errors") ?? []
        self.errors = errors.map { Reason(pointer: $0.take("pointer") ?? "", reason: $0.take("reason") ?? "") }
        requestId = members.take("requestId")
        self.retryAfter = retryAfter
    }
}

extension ProblemDetails {
    /// Whether a later request may succeed.
    var isPassing: Bool { status >= 500 || status == 429 || status == 408 }

    /// Whether the stored copy is obsolete according to the server.
    package var isGone: Bool { sender == .server && (status == 404 || status == 410) }
}

extension HomePageError {
    /// Returns the error for a response that an intermediary sent instead of the server.
    static func intercepted(_ status: Int) -> HomePageError {
        let reason = "The response with status \(status) is not the server's."
        return .unreachable(reason: reason, code: URLError.badServerResponse.rawValue)
    }

    /// The error with an error response from the network converted to ``unreachable(reason:code:)``.
    var ofTheServer: HomePageError {
        guard case .refused(let problem) = self, problem.sender == .network else { return self }
        return .intercepted(problem.status)
    }

    /// Whether a stored copy may be shown instead of the error.
    package var permitsStoredCopy: Bool {
        switch self {
        case .unreachable, .timedOut, .unreadable: true
        case .refused(let problem): problem.isPassing
        case .address, .cancelled, .outdated: false
        }
    }
}
