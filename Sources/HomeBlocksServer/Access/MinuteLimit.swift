import Publishing
import Synchronization

/// Limits how often something happens on this node per minute, for each key.
final class MinuteLimit: Sendable {
    static let maximum = 60

    private struct Window {
        var start: Instant
        var counts: [String?: Int] = [:]
    }

    private let window = Mutex(Window(start: Instant(milliseconds: 0)))

    /// Counts one more time. Returns false over the limit.
    func allows(_ key: String?, at now: Instant) -> Bool {
        window.withLock { window in
            if now < window.start || now >= window.start.adding(seconds: 60) { window = Window(start: now) }
            window.counts[key, default: 0] += 1
            return window.counts[key, default: 0] <= Self.maximum
        }
    }
}
