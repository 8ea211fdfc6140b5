import Publishing
import Synchronization

/// A value that is loaded on demand and cached until it is refreshed, invalidated or out of date. Concurrent requests
/// share one load. A `Change` describes a change well enough to derive the next value without loading it.
final class Refreshable<Value: Sendable, Change: Sendable>: Sendable {
    private typealias Load = Task<Value, any Error>

    /// The changes since the last load.
    private enum Changes {
        case none
        /// The next value can be derived from the change.
        case known(Change)
        case unknown
    }

    private struct State {
        var generation = 0
        var ready: Value?
        /// The period in which the ready value is valid.
        var validity = Validity()
        /// Whether the ready value is kept if the next one cannot be loaded.
        var isKept = false
        /// The last value, from which the next one may be built.
        var previous: Value?
        var running: Load?
        /// Whether the running load follows a change and has not started yet, so that it will include further changes.
        var isJoinable = false
        /// The load that starts after the running one.
        var following: Load?
        /// The changes since the last load started.
        var changes = Changes.none
    }

    private let state = Mutex(State())
    private let load: @Sendable (_ previous: Value?, _ isRenewal: Bool, _ change: Change?) async throws -> Value
    private let join: (@Sendable (Change, Change) -> Change?)?
    private let validity: @Sendable (Value) -> Validity

    /// The period in which a value is valid; nil for no limit.
    struct Validity {
        var from: Instant?
        var until: Instant?

        func contains(_ now: Instant) -> Bool {
            if let from, now < from { return false }
            if let until, now >= until { return false }
            return true
        }
    }

    /// - Parameters:
    ///   - join: combines two changes; returns nil if that is not possible. If nil, several changes count as unknown.
    ///   - load: loads the value. It is passed the last value, whether the load follows a change and must therefore
    ///     return the current value, and the change if it is known.
    init(
        validity: @escaping @Sendable (Value) -> Validity, join: (@Sendable (Change, Change) -> Change?)?,
        load: @escaping @Sendable (_ previous: Value?, _ isRenewal: Bool, _ change: Change?) async throws -> Value
    ) {
        self.validity = validity
        self.join = join
        self.load = load
    }

    /// Returns the value if it is loaded and valid.
    func ready(at now: Instant) -> Value? {
        state.withLock { $0.validity.contains(now) ? $0.ready : nil }
    }

    func value(at now: Instant) async throws -> Value {
        let (ready, loading) = state.withLock { state -> (Value?, Load?) in
            if let ready = state.ready {
                if state.validity.contains(now) { return (ready, nil) }
                Self.invalidate(&state)
            }
            return (nil, state.running ?? state.following ?? start(&state, isRenewal: false))
        }
        if let ready { return ready }
        guard let loading else { throw PublishingError.internalError("nothing is loading") }
        return try await loading.value
    }

    /// Invalidates the value. No later caller gets a value that was loaded before.
    func invalidate() { state.withLock { Self.invalidate(&$0) } }

    private static func invalidate(_ state: inout State) {
        state.generation += 1
        state.ready = nil
        state.running = nil
        state.isJoinable = false
    }

    /// Reloads the value if there is one, and returns when it is replaced. Until then readers get the current value
    /// without waiting. Concurrent changes share a load that has not started yet. A load that has started may not
    /// include the change, so it is followed by another one, which all callers share.
    ///
    /// - Parameters:
    ///   - isKept: whether to keep the value if it cannot be reloaded; otherwise it is removed.
    ///   - change: the change, if it is known.
    ///   - isAffected: returns whether the changes affect a value.
    /// - Returns: the error of the load; nil if it succeeded or was not necessary.
    @discardableResult
    func renew(
        keeping isKept: Bool = false, after change: Change? = nil,
        if isAffected: @Sendable (Value) -> Bool = { _ in true }
    ) async -> (any Error)? {
        guard await affects(isAffected) else { return nil }
        let load = state.withLock { state -> Load? in
            state.isKept = isKept
            note(change, in: &state)
            if let following = state.following { return following }
            guard let running = state.running else { return state.ready == nil ? nil : start(&state, isRenewal: true) }
            if state.isJoinable { return running }
            let following = Load {
                _ = await running.result
                return try await self.follow()
            }
            state.following = following
            return following
        }
        guard let load, case .failure(let error) = await load.result else { return nil }
        return error
    }

    /// - Parameter change: nil if the change is unknown.
    private func note(_ change: Change?, in state: inout State) {
        let joined: Change?
        switch state.changes {
        case .none: joined = change
        case .known(let earlier): joined = change.flatMap { join?(earlier, $0) }
        case .unknown: joined = nil
        }
        state.changes = joined.map { .known($0) } ?? .unknown
    }

    /// Whether a test is true for the value, or may be true for one that is being loaded.
    func mayBeAffected(_ test: (Value) -> Bool) -> Bool {
        state.withLock { Self.isBeingRead($0) || $0.ready.map(test) ?? false }
    }

    /// Whether a test is true for the value, or for one that is being loaded.
    private func affects(_ test: (Value) -> Bool) async -> Bool {
        let (isReadyConcerned, running) = state.withLock { state in
            (state.ready.map(test) ?? false, Self.isBeingRead(state) ? state.running : nil)
        }
        guard !isReadyConcerned, let running else { return isReadyConcerned }
        guard case .success(let value) = await running.result else { return false }
        return test(value)
    }

    /// Whether a running load has started and may therefore not include the last change. A load that has not started
    /// yet will.
    private static func isBeingRead(_ state: State) -> Bool { state.running != nil && !state.isJoinable }

    private func start(_ state: inout State, isRenewal: Bool) -> Load {
        let generation = state.generation
        let load = Load { try await self.run(generation, isRenewal: isRenewal) }
        state.running = load
        state.isJoinable = isRenewal
        return load
    }

    private func follow() async throws -> Value {
        let generation = state.withLock { state in
            state.running = state.following
            state.following = nil
            return state.generation
        }
        return try await run(generation, isRenewal: true)
    }

    private func run(_ generation: Int, isRenewal: Bool) async throws -> Value {
        let (previous, change) = state.withLock { state -> (Value?, Change?) in
            guard state.generation == generation else { return (state.previous, nil) }
            state.isJoinable = false
            defer { if isRenewal { state.changes = .none } }
            guard isRenewal, state.ready != nil, case .known(let change) = state.changes else {
                return (state.previous, nil)
            }
            return (state.previous, change)
        }
        do {
            let value = try await load(previous, isRenewal, change)
            let validity = validity(value)
            state.withLock { state in
                guard state.generation == generation else { return }
                state.validity = validity
                (state.ready, state.previous, state.running) = (value, value, nil)
            }
            return value
        } catch {
            state.withLock { state in
                guard state.generation == generation else { return }
                state.running = nil
                // The value may be older than an acknowledged change.
                if !state.isKept { state.ready = nil }
            }
            throw error
        }
    }
}

extension Refreshable where Change == Never {
    /// - Parameter load: loads the value. It is passed the last value, and whether the load follows a change and must
    ///   therefore return the current value.
    convenience init(
        validity: @escaping @Sendable (Value) -> Validity,
        load: @escaping @Sendable (_ previous: Value?, _ isRenewal: Bool) async throws -> Value
    ) {
        self.init(
            validity: validity, join: nil, load: { previous, isRenewal, _ in try await load(previous, isRenewal) })
    }
}
