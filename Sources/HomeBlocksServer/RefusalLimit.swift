import Publishing
import Synchronization

/// How many refusals of unknown credentials are kept: without a limit anybody could fill the disk with them.
/// The log has all of them.
final class RefusalLimit: Sendable {
    private static let mostPerMinute = 60

    private struct Window {
        var start = Instant(milliseconds: 0)
        var count = 0
    }

    private let window = Mutex(Window())

    /// Whether one more may be kept.
    func allows(at now: Instant) -> Bool {
        window.withLock { window in
            if now < window.start || now >= window.start.adding(seconds: 60) { window = Window(start: now) }
            window.count += 1
            return window.count <= Self.mostPerMinute
        }
    }
}
