import Synchronization

/// When another program's lock was last waited for in vain. Who had asked before that does not wait for it once more: with
/// a queue of changes each would take as long as all before it together.
final class BusyTimeoutTracker: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    func noteInVain() { last.withLock { $0 = .now } }

    /// Whether the lock was waited for in vain since an instant.
    func wasInVain(since instant: ContinuousClock.Instant) -> Bool {
        last.withLock { $0.map { $0 > instant } ?? false }
    }
}
