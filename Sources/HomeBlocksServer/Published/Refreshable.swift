import Publishing
import Synchronization

/// A value that is loaded when it is needed and kept until it is renewed, invalidated or out of date. However many ask
/// at once, it is loaded once.
final class Refreshable<Value: Sendable>: Sendable {
    private typealias Load = Task<Value, any Error>

    private struct State {
        var generation = 0
        var ready: Value?
        /// When the ready value holds.
        var validity = Validity()
        /// The last value, of use for building the next.
        var previous: Value?
        var running: Load?
        /// Begins when the running one has ended.
        var following: Load?
    }

    private let state = Mutex(State())
    private let load: @Sendable (_ previous: Value?) async throws -> Value
    private let validity: @Sendable (Value) -> Validity

    /// The instants at which a value holds; nil for no limit.
    struct Validity {
        var from: Instant?
        var until: Instant?

        func contains(_ now: Instant) -> Bool {
            if let from, now < from { return false }
            if let until, now >= until { return false }
            return true
        }
    }

    init(
        validity: @escaping @Sendable (Value) -> Validity,
        load: @escaping @Sendable (_ previous: Value?) async throws -> Value
    ) {
        self.validity = validity
        self.load = load
    }

    /// The value, if nobody need wait for it.
    func ready(at now: Instant) -> Value? {
        state.withLock { $0.validity.contains(now) ? $0.ready : nil }
    }

    func value(at now: Instant) async throws -> Value {
        let (ready, loading) = state.withLock { state -> (Value?, Load?) in
            if let ready = state.ready {
                if state.validity.contains(now) { return (ready, nil) }
                Self.invalidate(&state)
            }
            return (nil, state.running ?? state.following ?? start(&state))
        }
        if let ready { return ready }
        guard let loading else { throw PublishingError.internalError("nothing is loading") }
        return try await loading.value
    }

    /// Forgets the value: who asks from now on gets none that was loaded before.
    func invalidate() { state.withLock { Self.invalidate(&$0) } }

    private static func invalidate(_ state: inout State) {
        state.generation += 1
        state.ready = nil
        state.running = nil
    }

    /// Loads the value anew, if there is one, and returns when it stands. Until then who asks gets the present one,
    /// and need not wait. Whoever asks while a load runs, which may have begun too early, shares the one after it.
    ///
    /// - Returns: whether it could be loaded; if not, there is none any more.
    @discardableResult
    func renew() async -> Bool {
        let load = state.withLock { state -> Load? in
            if let following = state.following { return following }
            guard let running = state.running else { return state.ready == nil ? nil : start(&state) }
            let following = Load {
                _ = await running.result
                return try await self.follow()
            }
            state.following = following
            return following
        }
        guard let load else { return true }
        if case .failure = await load.result { return false }
        return true
    }

    /// Whether it has or is about to have a value that a test is true for.
    func concerns(_ test: (Value) -> Bool) -> Bool {
        state.withLock { $0.running != nil || $0.following != nil || $0.ready.map(test) ?? false }
    }

    private func start(_ state: inout State) -> Load {
        let (generation, previous) = (state.generation, state.previous)
        let load = Load { try await self.run(generation, previous) }
        state.running = load
        return load
    }

    private func follow() async throws -> Value {
        let (generation, previous) = state.withLock { state in
            state.running = state.following
            state.following = nil
            return (state.generation, state.previous)
        }
        return try await run(generation, previous)
    }

    private func run(_ generation: Int, _ previous: Value?) async throws -> Value {
        do {
            let value = try await load(previous)
            let validity = validity(value)
            state.withLock { state in
                guard state.generation == generation else { return }
                state.validity = validity
                (state.ready, state.previous, state.running) = (value, value, nil)
            }
            return value
        } catch {
            // What there is may be older than a change that somebody was told of.
            state.withLock { if $0.generation == generation { ($0.ready, $0.running) = (nil, nil) } }
            throw error
        }
    }
}
