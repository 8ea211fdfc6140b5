public import Foundation
public import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why a request has no result.
public enum HomePageError: Error, Sendable, Equatable {
    /// The server's address cannot be used.
    case address(String)
    /// The server responded with an error status.
    case refused(ProblemDetails)
    /// The response body is not what was requested.
    case unreadable(JSONIssue)
    /// No connection to the server; the code is a `URLError`'s. A response that is not the server's counts as none: the
    /// page of a captive portal or of a proxy has the code of `URLError.badServerResponse`.
    case unreachable(reason: String, code: Int)
    /// The request took longer than ``ClientOptions`` allow.
    case timedOut
    /// The calling task was cancelled.
    case cancelled
    /// The page changed since the list was made that the request comes from: load it again.
    case outdated
}

extension HomePageError: LocalizedError {
    /// ``message(in:)`` in the language of the app.
    public var errorDescription: String? { message(in: Bundle.main.preferredLocalizations) }

    /// What to tell the reader, without technical words.
    ///
    /// - Parameter languages: languages in the order in which they are preferred (BCP 47, such as `zh-Hant-HK`). The
    ///   library has English, Simplified and Traditional Chinese; for others the text is in English. The error of an
    ///   app's own source says what the app says.
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

    /// - Parameter code: that of a `URLError`.
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

    /// The reason for a log or a developer, in English; of a refusal, what the server says.
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
    /// Whether the server says that there is no such thing.
    public var isNotFound: Bool {
        if case .refused(let problem) = self { problem.status == 404 } else { false }
    }
}

/// The problem details of an error response.
///
/// Source: `application/problem+json`, RFC 9457, with the members that HomeBlocks adds. A response of another kind
/// gives a problem with its status alone.
public struct ProblemDetails: Sendable, Equatable {
    /// A single issue of a request.
    public struct Reason: Sendable, Equatable {
        /// The location in the request, as a JSON Pointer.
        public let pointer: String
        /// The reason.
        public let reason: String

        /// Makes an issue.
        public init(pointer: String, reason: String) {
            self.pointer = pointer
            self.reason = reason
        }
    }

    /// The status code.
    public let status: Int
    /// The kind of problem, in few words.
    public let title: String
    /// The reason and a remedy.
    public let detail: String
    /// The single issues, if there are several.
    public let errors: [Reason]
    /// The identity of the request in the server's log.
    public let requestId: String?
    /// The wait that the server requests with `Retry-After`, in seconds.
    public let retryAfter: TimeInterval?
    /// Who sent it, as far as can be told.
    let sender: ResponseSender

    /// Makes a problem: for a type that conforms to ``HomePageFetching``.
    ///
    /// - Parameters:
    ///   - status: the status code, such as 404.
    ///   - detail: the reason and a remedy.
    ///   - errors: the single issues.
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

    /// Whether the server says that the stored copy is out of date, too.
    package var saysGone: Bool { sender == .server && (status == 404 || status == 410) }
}

extension HomePageError {
    /// The error of a response that something between the app and the server sent in its place.
    static func notTheServers(_ status: Int) -> HomePageError {
        let reason = "The response with status \(status) is not the server's."
        return .unreachable(reason: reason, code: URLError.badServerResponse.rawValue)
    }

    /// The error from the server's point of view: a refusal by the network is not one by the server.
    var ofTheServer: HomePageError {
        guard case .refused(let problem) = self, problem.sender == .network else { return self }
        return .notTheServers(problem.status)
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
