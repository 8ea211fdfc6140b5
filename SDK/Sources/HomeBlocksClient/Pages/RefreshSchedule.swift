import Foundation

/// When a page is loaded again by itself.
enum RefreshSchedule {
    /// No page is loaded more often, whatever its document says, in seconds.
    static let shortestInterval: TimeInterval = 10
    /// The longest time until a load is tried again that had no response of the server, in seconds.
    static let retryInterval: TimeInterval = 60
    /// The longest pause before the time is compared again, in seconds: another load may have changed what is due, and
    /// a device may have slept.
    static let longestPause: TimeInterval = 60

    /// The seconds until a page is due, 0 or less if it is; infinite if it is not loaded again by itself.
    ///
    /// - Parameters:
    ///   - date: when the last load ended.
    ///   - isCurrent: whether it ended with the server's page.
    ///   - interval: the document's `refreshInterval` in milliseconds; nil without a document.
    static func seconds(
        untilDueAfter date: Date, now: Date, isCurrent: Bool, interval: Int?
    ) -> TimeInterval {
        let documented = interval.map { $0 > 0 ? Double($0) / 1000 : .infinity } ?? .infinity
        let wait = max(shortestInterval, isCurrent ? documented : min(documented, retryInterval))
        // A clock that was set back must not make a page wait for longer than the interval.
        return min(wait, wait - now.timeIntervalSince(date))
    }
}

/// The time, and how to wait: tests have their own.
struct RefreshClock: Sendable {
    let now: @Sendable () -> Date
    /// Waits for a number of seconds, unless the task is cancelled.
    let pause: @Sendable (TimeInterval) async throws -> Void

    static let system = RefreshClock(now: { Date() }, pause: { try await Pause.seconds($0) })
}
