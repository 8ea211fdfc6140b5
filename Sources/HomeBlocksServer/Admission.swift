import Synchronization

/// Permits for the requests in progress that are not answered from memory. Requests over a limit get 503 with
/// `Retry-After`, before memory runs out or everybody waits.
final class Admission: Sendable {
    enum Refusal: String, CaseIterable {
        /// There are too many in all.
        case requests
        /// There are too many changes of operators.
        case changes
        /// The client has too many of those.
        case client = "changes_per_client"
        /// There are too many bodies of clients without a credential.
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
        anonymousBodies = AnonymousBodyLimit(most: limits.anonymousBodies)
    }

    var requestsInProgress: Int { state.withLock { $0.requests } }

    /// How many were refused since the start.
    func refused(_ refusal: Refusal) -> Int {
        refusal == .anonymousBodies ? anonymousBodies.ended : state.withLock { $0.refused[refusal] ?? 0 }
    }

    /// Returns a request's permit, which must be given back with ``RequestPermit/leave()``; nil over the limit.
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

    /// Counts a change; false over a limit. One client leaves room for the others.
    fileprivate func beginChange(of client: [UInt8]?) -> Bool {
        state.withLock { state in
            let isClientsLast = (state.clients[client] ?? 0) >= max(1, limits.changes / 2)
            if state.changes >= limits.changes || isClientsLast {
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

/// What one request may take, from its admission to its response.
final class RequestPermit: Sendable {
    private let admission: Admission
    /// The network that the client's limits are counted by.
    private let client: [UInt8]?
    private let isChange = Mutex(false)

    fileprivate init(_ admission: Admission, client: [UInt8]?) {
        self.admission = admission
        self.client = client
    }

    /// Takes a permit for an operator's change, once for each request. It is taken after the authentication: those who
    /// may change nothing take none from those who may.
    ///
    /// - Throws: ``Problem/busy``.
    func beginChange() throws(Problem) {
        let isAllowed = isChange.withLock { isChange in
            if !isChange { isChange = admission.beginChange(of: client) }
            return isChange
        }
        guard isAllowed else { throw .busy }
    }

    /// Reads the body of a request that carries no credential.
    ///
    /// - Throws: ``Problem/busy`` if it was ended in favour of others, or what reading throws.
    func readAnonymously<Value: Sendable>(
        _ read: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await admission.anonymousBodies.read(for: client, read)
    }

    func leave() { admission.leave(client, isChange: isChange.withLock { $0 }) }
}
