import NIOCore
import Publishing
import Synchronization

/// Limits the connections, in total and for each client. Connections over a limit get 429 or 503 with `Retry-After`. A
/// client is an IPv4 address or an IPv6 /64 network, which is what one subscriber has.
final class ConnectionLimit: Sendable {
    enum Refusal: String, CaseIterable {
        case all = "connections"
        case client = "connections_per_client"
    }

    private struct State {
        var open = 0
        var clients: [[UInt8]: Int] = [:]
        var refused: [Refusal: Int] = [:]
    }

    let limit: Int
    private let limitPerClient: Int
    private let proxies: TrustedProxies
    private let state = Mutex(State())

    init(_ limits: ServerLimits, proxies: TrustedProxies) {
        limit = limits.connections
        limitPerClient = limits.connectionsPerClient
        self.proxies = proxies
    }

    var open: Int { state.withLock { $0.open } }

    /// The number of connections refused since the start.
    func refused(_ refusal: Refusal) -> Int { state.withLock { $0.refused[refusal] ?? 0 } }

    /// Counts a connection until it is closed.
    ///
    /// - Returns: the limit that the connection exceeds; nil for none.
    func enter(_ channel: any Channel) -> Refusal? {
        let client = IPAddress(channel.remoteAddress)
        defer { channel.closeFuture.whenComplete { _ in self.leave(client) } }
        return state.withLock { state in
            state.open += 1
            if let client { state.clients[client.subscriber, default: 0] += 1 }
            let refusal = refusal(of: client, state)
            if let refusal { state.refused[refusal, default: 0] += 1 }
            return refusal
        }
    }

    private func refusal(of client: IPAddress?, _ state: State) -> Refusal? {
        if state.open > limit { return .all }
        // A trusted proxy's connections belong to many clients.
        guard let client, (state.clients[client.subscriber] ?? 0) > limitPerClient, !proxies.contains(client) else {
            return nil
        }
        return .client
    }

    private func leave(_ client: IPAddress?) {
        state.withLock { state in
            state.open -= 1
            guard let client = client?.subscriber, let count = state.clients[client] else { return }
            state.clients[client] = count > 1 ? count - 1 : nil
        }
    }
}
