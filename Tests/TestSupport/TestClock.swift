public import Publishing
import Synchronization

/// A clock that only moves when a test advances it.
public final class TestClock: Sendable {
    private let time: Mutex<Instant>

    public init(_ time: Instant = Instant(milliseconds: 1_800_000_000_000)) { self.time = Mutex(time) }

    public var clock: PublishingClock { PublishingClock { self.time.withLock { $0 } } }

    public func advance(seconds: Int) { time.withLock { $0 = $0.adding(seconds: seconds) } }
}
