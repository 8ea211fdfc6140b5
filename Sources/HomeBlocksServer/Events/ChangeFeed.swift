import ServiceLifecycle
import Synchronization

/// Tells those who listen that there may be something new to see. What it is they look up themselves, so that nothing is
/// lost however many changes come at once.
final class ChangeFeed: Service {
    private struct State {
        var lastID = 0
        var listeners: [Int: Listener] = [:]
    }

    private struct Listener {
        let credential: String
        let continuation: AsyncStream<Void>.Continuation
    }

    /// How often there is a signal though nothing has changed: who listens makes sure then that somebody is there.
    private static let interval = Duration.seconds(15)
    private static let mostListeners = 512
    private static let mostOfOne = 64

    private let state = Mutex(State())

    /// Signals from now on; nil if there are too many who listen, or one listens too often.
    func listen(as credential: String) -> AsyncStream<Void>? {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state -> Int? in
            guard state.listeners.count < Self.mostListeners,
                state.listeners.values.count(where: { $0.credential == credential }) < Self.mostOfOne
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

    /// Something has changed.
    func signal() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.continuation.yield() }
    }

    /// Signals now and then.
    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                self.signal()
            }
        }
    }
}
