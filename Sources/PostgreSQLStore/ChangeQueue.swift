import Publishing
import Synchronization

/// Changes of other programs for which this one has not refreshed its caches yet. Changes that arrive in the meantime
/// are merged.
final class ChangeQueue: Sendable {
    private struct State {
        var pending: ExternalChanges?
        var waiting: CheckedContinuation<ExternalChanges?, Never>?
        var isEnded = false
    }

    private let state = Mutex(State())
    private let node: NodeState

    init(_ node: NodeState) { self.node = node }

    /// Adds changes.
    ///
    /// - Parameter instant: when the log was last read without these changes.
    func add(_ changes: ExternalChanges, since instant: MonotonicInstant) {
        let waiting = state.withLock { state -> CheckedContinuation<ExternalChanges?, Never>? in
            node.update { $0.noteUnpublished(since: instant) }
            guard let waiting = state.waiting else {
                state.pending?.formUnion(changes)
                state.pending = state.pending ?? changes
                return nil
            }
            state.waiting = nil
            return waiting
        }
        waiting?.resume(returning: changes)
    }

    /// Waits for changes. A call means that the caches were refreshed for the changes that were returned before.
    ///
    /// - Returns: nil once the queue has ended.
    func next() async -> ExternalChanges? {
        await withCheckedContinuation { continuation in
            let result = state.withLock { state -> ExternalChanges?? in
                if state.isEnded { return .some(nil) }
                if let pending = state.pending {
                    state.pending = nil
                    return pending
                }
                node.update { $0.notePublished() }
                state.waiting = continuation
                return nil
            }
            if let result { continuation.resume(returning: result) }
        }
    }

    func end() {
        let waiting = state.withLock { state in
            state.isEnded = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: nil)
    }
}
