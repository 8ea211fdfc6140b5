import HTTPTypes
import Hummingbird
import Publishing
import Synchronization

/// Limits the requests in progress, except those of the fast path. Requests over a limit get 503 with `Retry-After`.
final class Admission: Sendable {
    enum Refusal: String, CaseIterable {
        case requests
        /// Changes by operators.
        case changes
        /// Changes by one client.
        case client = "changes_per_client"
        /// Bodies of unauthenticated requests.
        case anonymousBodies = "anonymous_bodies"
    }

    private struct State {
        var requests = 0
        var changes = 0
        var clients: [[UInt8]?: Int] = [:]
        var refused: [Refusal: Int] = [:]
    }

    private let limits: ServerLimits
    private let state = Mutex(State())
    let anonymousBodies: AnonymousBodyLimit

    init(_ limits: ServerLimits) {
        self.limits = limits
        anonymousBodies = AnonymousBodyLimit(limits.anonymousBodies)
    }

    var requestsInProgress: Int { state.withLock { $0.requests } }

    /// Returns the number of requests refused since the start.
    func refused(_ refusal: Refusal) -> Int {
        refusal == .anonymousBodies ? anonymousBodies.ended : state.withLock { $0.refused[refusal] ?? 0 }
    }

    /// Returns a permit for a request, which must be released with ``RequestPermit/leave()``; nil over the limit.
    func enter(client: IPAddress?) -> RequestPermit? {
        state.withLock { state in
            guard state.requests < limits.requests else {
                state.refused[.requests, default: 0] += 1
                return nil
            }
            state.requests += 1
            return RequestPermit(self, client: client?.subscriber)
        }
    }

    /// Counts a change. Returns false over a limit. A client may have at most half of all changes.
    fileprivate func beginChange(of client: [UInt8]?) -> Bool {
        state.withLock { state in
            let isOverClientLimit = (state.clients[client] ?? 0) >= max(1, limits.changes / 2)
            if state.changes >= limits.changes || isOverClientLimit {
                state.refused[state.changes >= limits.changes ? .changes : .client, default: 0] += 1
                return false
            }
            state.changes += 1
            state.clients[client, default: 0] += 1
            return true
        }
    }

    fileprivate func leave(_ client: [UInt8]?, isChange: Bool) {
        state.withLock { state in
            state.requests -= 1
            guard isChange else { return }
            state.changes -= 1
            let count = state.clients[client] ?? 0
            state.clients[client] = count > 1 ? count - 1 : nil
        }
    }
}

/// The permit of one request, from its admission to its response.
final class RequestPermit: Sendable {
    private let admission: Admission
    /// The client's network, for counting its changes.
    private let client: [UInt8]?
    private let isChange = Mutex(false)

    fileprivate init(_ admission: Admission, client: [UInt8]?) {
        self.admission = admission
        self.client = client
    }

    /// Counts an operator's change, once for each request. Called after authentication, so that unauthorized requests
    /// do not count.
    ///
    /// - Throws: ``ProblemDetails/busy``.
    func beginChange() throws(ProblemDetails) {
        let isAllowed = isChange.withLock { isChange in
            if !isChange { isChange = admission.beginChange(of: client) }
            return isChange
        }
        guard isAllowed else { throw .busy }
    }

    /// Reads the body of an unauthenticated request.
    ///
    /// - Throws: ``ProblemDetails/busy`` if the read was cancelled in favour of another one; otherwise the errors of
    ///   `read`.
    func readAnonymously<Value: Sendable>(
        _ read: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await admission.anonymousBodies.read(for: client, read)
    }

    func leave() { admission.leave(client, isChange: isChange.withLock { $0 }) }
}

/// Refuses requests over the limit. Health checks and metrics are always served.
struct AdmissionMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let admission: Admission

    private static let unlimitedPaths: Set = ["/healthz", "/readyz", "/metrics"]

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        if Self.unlimitedPaths.contains(request.uri.path) { return try await next(request, context) }
        guard let permit = admission.enter(client: context.client) else { throw ProblemDetails.busy }
        defer { permit.leave() }
        var context = context
        context.permit = permit
        return try await next(request, context)
    }
}
