import Publishing
import Synchronization

/// How many refusals are kept of each credential, and of all unknown ones together: without a limit anybody could fill
/// the disk with them. The log has all of them.
final class RefusalLimit: Sendable {
    private static let mostPerMinute = 60

    private struct Window {
        var start: Instant
        var counts: [String?: Int] = [:]
    }

    private let window = Mutex(Window(start: Instant(milliseconds: 0)))

    /// Whether one more may be kept.
    func allows(_ credential: String?, at now: Instant) -> Bool {
        window.withLock { window in
            if now < window.start || now >= window.start.adding(seconds: 60) { window = Window(start: now) }
            window.counts[credential, default: 0] += 1
            return window.counts[credential, default: 0] <= Self.mostPerMinute
        }
    }
}
