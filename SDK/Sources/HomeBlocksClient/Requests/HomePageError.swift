public import Foundation
public import HomeBlocks

/// Why there is no answer.
public enum HomePageError: Error, Sendable, Equatable {
    /// The server's address cannot be used.
    case address(String)
    /// The server refused, or could not answer.
    case refused(ProblemDetails)
    /// What came is not what was asked for.
    case unreadable(JSONFault)
    /// No connection; the code is a `URLError`'s.
    case unreachable(reason: String, code: Int)
    /// The answer took longer than ``ClientOptions`` allow.
    case timedOut
    /// Nobody wants the answer any more.
    case cancelled
    /// The page changed since the list was made that the request comes from: load it again.
    case outdated
}

extension HomePageError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .address(let text): "\"\(text)\" is no address of a server."
        case .refused(let problem): problem.detail
        case .unreadable(let fault): "The server's answer cannot be read: \(fault)."
        case .unreachable(let reason, _): "The server cannot be reached: \(reason)"
        case .timedOut: "The server did not answer in time."
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
