import Publishing
import Synchronization

/// A value that is loaded when it is needed and kept until it is renewed, invalidated or out of date. Concurrent
/// requests share one load. A `Change` says enough of a change to make the next value without loading.
final class Refreshable<Value: Sendable, Change: Sendable>: Sendable {
    private typealias Load = Task<Value, any Error>

    /// The changes that a load follows.
    private enum Changes {
        case none
        /// The next value can be made from what is known of them.
        case known(Change)
        case unknown
    }

    private struct State {
        var generation = 0
        var ready: Value?
        /// When the ready value is valid.
        var validity = Validity()
        /// Whether the ready value stays if the next one cannot be loaded.
        var isKept = false
        /// The last value, of use for building the next.
        var previous: Value?
        var running: Load?
        /// Whether the running load follows a change, and has not begun: it will see what else has changed until then.
        var isJoinable = false
        /// Starts when the running load has ended.
        var following: Load?
        /// The changes that the next load follows.
        var changes = Changes.none
    }

    private let state = Mutex(State())
    private let load: @Sendable (_ previous: Value?, _ isRenewal: Bool, _ change: Change?) async throws -> Value
    private let join: (@Sendable (Change, Change) -> Change?)?
    private let validity: @Sendable (Value) -> Validity

    /// The instants at which a value is valid; nil for no limit.
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
    ///   - join: combines two changes; nil if that is not possible. Without it, changes that come together are unknown.
    ///   - load: gets the last value, whether it follows a change, for which the present value is needed, and that change if
    ///     it is known.
    init(
        validity: @escaping @Sendable (Value) -> Validity, join: (@Sendable (Change, Change) -> Change?)?,
        load: @escaping @Sendable (_ previous: Value?, _ isRenewal: Bool, _ change: Change?) async throws -> Value
    ) {
        self.validity = validity
        self.join = join
        self.load = load
    }

    /// The value, if it is loaded and valid.
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

    /// Drops the value: nobody gets one that was loaded before.
    func invalidate() { state.withLock { Self.invalidate(&$0) } }

    private static func invalidate(_ state: inout State) {
        state.generation += 1
        state.ready = nil
        state.running = nil
        state.isJoinable = false
    }

    /// Reloads the value, if there is one, and returns when it is replaced. Until then readers get the current one
    /// without waiting. Changes that are made together share a load, as long as it has not begun. One that has may have
    /// begun before the change: another one follows it, which all callers share.
    ///
    /// - Parameters:
    ///   - isKept: whether the value stays if it cannot be loaded again; else it is dropped.
    ///   - change: what has changed, if it is known.
    ///   - isConcerned: whether the changes concern a value.
    /// - Returns: why it could not be loaded; nil if it was, or need not be.
    @discardableResult
    func renew(
        keeping isKept: Bool = false, after change: Change? = nil,
        if isConcerned: @Sendable (Value) -> Bool = { _ in true }
    ) async -> (any Error)? {
        guard await concerns(isConcerned) else { return nil }
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

    /// - Parameter change: nil if it is not known what it made.
    private func note(_ change: Change?, in state: inout State) {
        let joined: Change?
        switch state.changes {
        case .none: joined = change
        case .known(let earlier): joined = change.flatMap { join?(earlier, $0) }
        case .unknown: joined = nil
        }
        state.changes = joined.map { .known($0) } ?? .unknown
    }

    /// Whether a test is true for the value, or may be for one that is being loaded.
    func mayConcern(_ test: (Value) -> Bool) -> Bool {
        state.withLock { Self.isBeingRead($0) || $0.ready.map(test) ?? false }
    }

    /// Whether a test is true for the value, or for one that is being loaded.
    private func concerns(_ test: (Value) -> Bool) async -> Bool {
        let (isReadyConcerned, running) = state.withLock { state in
            (state.ready.map(test) ?? false, Self.isBeingRead(state) ? state.running : nil)
        }
        guard !isReadyConcerned, let running else { return isReadyConcerned }
        guard case .success(let value) = await running.result else { return false }
        return test(value)
    }

    /// Whether a value is being loaded that may be from before the last change. What is loaded next is not.
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
                // It may be older than an acknowledged change.
                if !state.isKept { state.ready = nil }
            }
            throw error
        }
    }
}

extension Refreshable where Change == Never {
    /// - Parameter load: gets the last value, and whether it follows a change: the present value is needed then.
    convenience init(
        validity: @escaping @Sendable (Value) -> Validity,
        load: @escaping @Sendable (_ previous: Value?, _ isRenewal: Bool) async throws -> Value
    ) {
        self.init(
            validity: validity, join: nil, load: { previous, isRenewal, _ in try await load(previous, isRenewal) })
    }
}
