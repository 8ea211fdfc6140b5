import NIOCore
import Synchronization

/// How many connections there are, of each client and of all. Connections over a limit are told so, before the system
/// has no more to give. A client is what one subscriber has: an IPv4 address, or a /64 network of IPv6.
final class ConnectionLimit: Sendable {
    enum Refusal: String, CaseIterable {
        /// There are too many in all.
        case all = "connections"
        /// The client has too many.
        case client = "connections_per_client"
    }

    private struct State {
        var open = 0
        var clients: [[UInt8]: Int] = [:]
        var refused: [Refusal: Int] = [:]
    }

    let most: Int
    private let mostPerClient: Int
    private let proxies: TrustedProxies
    private let state = Mutex(State())

    init(_ limits: ServerLimits, proxies: TrustedProxies) {
        most = limits.connections
        mostPerClient = limits.connectionsPerClient
        self.proxies = proxies
    }

    var open: Int { state.withLock { $0.open } }

    /// How many were refused since the start.
    func refused(_ refusal: Refusal) -> Int { state.withLock { $0.refused[refusal] ?? 0 } }

    /// Counts a connection until it is closed, and says why it is one too many, if it is.
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
        if state.open > most { return .all }
        // A proxy has the connections of many.
        guard let client, (state.clients[client.subscriber] ?? 0) > mostPerClient, !proxies.contains(client) else {
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
