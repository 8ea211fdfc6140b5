import ServiceLifecycle
import Synchronization

/// Signals to listeners that there may be new changes. They read the changes from the store, so none is lost even if
/// many happen at once.
final class ChangeEvents: NamedService {
    private struct State {
        var lastID = 0
        var listeners: [Int: Listener] = [:]
    }

    private struct Listener {
        let credential: String
        let continuation: AsyncStream<Void>.Continuation
    }

    /// The interval of signals without a change, on which listeners check that their client is still connected.
    private static let interval = Duration.seconds(15)
    private static let maximumListeners = 512
    private static let maximumListenersPerCredential = 64

    private let state = Mutex(State())

    /// Returns a stream of signals; nil over the limit of all listeners or of the credential's.
    func listen(as credential: String) -> AsyncStream<Void>? {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state -> Int? in
            guard state.listeners.count < Self.maximumListeners,
                state.listeners.values.count(where: { $0.credential == credential })
                    < Self.maximumListenersPerCredential
            else { return nil }
            state.lastID += 1
            state.listeners[state.lastID] = Listener(credential: credential, continuation: continuation)
            return state.lastID
        }
        guard let id else { return nil }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Signals a change.
    func signal() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.continuation.yield() }
    }

    /// Signals every few seconds.
    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                self.signal()
            }
        }
    }
}
