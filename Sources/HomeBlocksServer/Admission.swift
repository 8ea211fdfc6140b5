import Synchronization

/// Places for the requests in progress that are not answered from memory. Who finds none is told to come back, before
/// memory runs out or everybody waits.
final class Admission: Sendable {
    enum Refusal: String, CaseIterable {
        /// There are too many in all.
        case requests
        /// There are too many that change something.
        case changes
        /// The client has too many of those.
        case client = "changes_per_client"
    }

    /// A request's place.
    struct Place {
        fileprivate let isChange: Bool
        fileprivate let client: IPAddress?
    }

    private struct State {
        var requests = 0
        var changes = 0
        var clients: [IPAddress?: Int] = [:]
        var refused: [Refusal: Int] = [:]
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(_ limits: ServerLimits) { self.limits = limits }

    var requestsInProgress: Int { state.withLock { $0.requests } }

    /// How many were refused since the start.
    func refused(_ refusal: Refusal) -> Int { state.withLock { $0.refused[refusal] ?? 0 } }

    /// Takes a place, which must be given back; nil if there is none.
    ///
    /// - Parameter isChange: whether the request may change something, and so may bring a body.
    func enter(isChange: Bool, client: IPAddress?) -> Place? {
        state.withLock { state in
            if let refusal = refusal(isChange, client, state) {
                state.refused[refusal, default: 0] += 1
                return nil
            }
            state.requests += 1
            if isChange {
                state.changes += 1
                state.clients[client, default: 0] += 1
            }
            return Place(isChange: isChange, client: client)
        }
    }

    private func refusal(_ isChange: Bool, _ client: IPAddress?, _ state: State) -> Refusal? {
        if state.requests >= limits.requests { return .requests }
        guard isChange else { return nil }
        if state.changes >= limits.changes { return .changes }
        // One client leaves room for the others.
        return (state.clients[client] ?? 0) >= max(1, limits.changes / 2) ? .client : nil
    }

    func leave(_ place: Place) {
        state.withLock { state in
            state.requests -= 1
            guard place.isChange else { return }
            state.changes -= 1
            let count = state.clients[place.client] ?? 0
            state.clients[place.client] = count > 1 ? count - 1 : nil
        }
    }
}
