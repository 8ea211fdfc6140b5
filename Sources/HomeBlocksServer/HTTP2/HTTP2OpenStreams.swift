import NIOCore
import Synchronization

/// The streams of all open connections that the router handles.
///
/// One task handles them while any connection is open. A task for each connection would take 4 KB while the connection
/// is idle.
final class HTTP2OpenStreams: Sendable {
    typealias Stream = HTTP2Channel.Stream

    private struct State {
        var connections = 0
        var continuation: AsyncStream<Stream>.Continuation?
        /// The sequences that no task handles yet.
        var unhandled: [AsyncStream<Stream>] = []
    }

    private let state = Mutex(State())

    /// Counts a connection until it is closed. ``handle(_:)`` must be called for each.
    func enter(_ connection: any Channel) {
        state.withLock { state in
            state.connections += 1
            guard state.connections == 1 else { return }
            let (streams, continuation) = AsyncStream.makeStream(of: Stream.self)
            state.continuation = continuation
            state.unhandled.append(streams)
        }
        connection.closeFuture.whenComplete { _ in self.leave() }
    }

    private func leave() {
        let ended: AsyncStream<Stream>.Continuation? = state.withLock { state in
            state.connections -= 1
            guard state.connections == 0 else { return nil }
            defer { state.continuation = nil }
            return state.continuation
        }
        ended?.finish()
    }

    /// - Returns: false if streams are no longer handled.
    func add(_ stream: Stream) -> Bool {
        let continuation = state.withLock { $0.continuation }
        if case .enqueued = continuation?.yield(stream) { return true }
        return false
    }

    /// Handles the streams until all connections are closed. Returns immediately if another task handles them.
    func handle(_ body: @escaping @Sendable (Stream) async -> Void) async {
        guard let streams = state.withLock({ $0.unhandled.popLast() }) else { return }
        await withDiscardingTaskGroup { group in
            for await stream in streams {
                group.addTask { await body(stream) }
            }
        }
    }
}
