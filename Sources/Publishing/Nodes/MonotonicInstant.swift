import Foundation

/// An instant of this machine's monotonic clock: whole milliseconds since boot, including time in suspension.
public struct MonotonicInstant: Sendable, Hashable, Comparable {
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static var now: MonotonicInstant {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_BOOTTIME, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return MonotonicInstant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    public static func < (left: MonotonicInstant, right: MonotonicInstant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    public func adding(milliseconds: Int64) -> MonotonicInstant {
        MonotonicInstant(milliseconds: self.milliseconds + milliseconds)
    }
}
