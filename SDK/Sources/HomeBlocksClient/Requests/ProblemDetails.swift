public import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a server says when it refuses.
///
/// Source: `application/problem+json`, RFC 9457, with the members that HomeBlocks adds. An answer of another kind gives a problem
/// with its status alone.
public struct ProblemDetails: Sendable, Equatable {
    /// One thing that is wrong with a request.
    public struct Reason: Sendable, Equatable {
        /// Where, as a JSON Pointer.
        public let pointer: String
        /// What is wrong.
        public let reason: String
    }

    /// The status code.
    public let status: Int
    /// What kind of problem it is, in few words.
    public let title: String
    /// What is wrong and what to do.
    public let detail: String
    /// All that is wrong, if it is more than one thing.
    public let errors: [Reason]
    /// By what the server's log knows the request.
    public let requestId: String?
    /// How long the server asks to wait, in seconds.
    public let retryAfter: TimeInterval?

    init(status: Int, body: Data, retryAfter: TimeInterval?) {
        let members = (try? JSONValue(parsing: body))?.object ?? [:]
        self.status = status
        title = members.take("title") ?? HTTPURLResponse.localizedString(forStatusCode: status)
        detail = members.take("detail") ?? "The server answers \(status)."
        let errors: [JSONObject] = members.take("errors") ?? []
        self.errors = errors.map { Reason(pointer: $0.take("pointer") ?? "", reason: $0.take("reason") ?? "") }
        requestId = members.take("requestId")
        self.retryAfter = retryAfter
    }
}
