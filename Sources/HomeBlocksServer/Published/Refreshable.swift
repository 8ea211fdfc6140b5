import Publishing
import Synchronization

/// A value that is loaded when it is needed and kept until it is invalidated or out of date. However many ask at
/// once, it is loaded once; who asks after an invalidation never gets a value from before it.
final class Refreshable<Value: Sendable>: Sendable {
    private struct State {
        var generation = 0
        var ready: Value?
        /// The last value, of use for building the next.
        var previous: Value?
        var loading: Task<Value, any Error>?
    }

    private let state = Mutex(State())
    private let load: @Sendable (_ previous: Value?) async throws -> Value
    private let isCurrent: @Sendable (Value, Instant) -> Bool

    init(
        isCurrent: @escaping @Sendable (Value, Instant) -> Bool,
        load: @escaping @Sendable (_ previous: Value?) async throws -> Value
    ) {
        self.isCurrent = isCurrent
        self.load = load
    }

    func invalidate() {
        state.withLock { Self.invalidate(&$0) }
    }

    private static func invalidate(_ state: inout State) {
        state.generation += 1
        state.ready = nil
        state.loading = nil
    }

    func value(at now: Instant) async throws -> Value {
        let found: (ready: Value?, loading: Task<Value, any Error>?) = state.withLock { state in
            if let ready = state.ready {
                if isCurrent(ready, now) { return (ready, nil) }
                Self.invalidate(&state)
            }
            if let loading = state.loading { return (nil, loading) }
            let loading = start(state.generation, previous: state.previous)
            state.loading = loading
            return (nil, loading)
        }
        if let ready = found.ready { return ready }
        guard let loading = found.loading else { throw PublishingError.fault("nothing is loading") }
        return try await loading.value
    }

    private func start(_ generation: Int, previous: Value?) -> Task<Value, any Error> {
        Task {
            do {
                let value = try await load(previous)
                state.withLock { state in
                    guard state.generation == generation else { return }
                    (state.ready, state.previous, state.loading) = (value, value, nil)
                }
                return value
            } catch {
                state.withLock { if $0.generation == generation { $0.loading = nil } }
                throw error
            }
        }
    }
}
