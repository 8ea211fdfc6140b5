import Publishing
import Synchronization

/// What other programs have changed and this one has not published yet. It does not matter how many changes there are
/// in the meantime: they are taken together.
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
    /// - Parameter instant: when the log was last read without them.
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

    /// Waits for changes. Those that it returned before are published.
    ///
    /// - Returns: nil at the end.
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
