import Foundation

/// The schedule of automatic reloads.
enum RefreshSchedule {
    /// The minimum time between loads, regardless of the document, in seconds.
    static let minimumInterval: TimeInterval = 10
    /// The maximum time until a load without a server response is retried, in seconds.
    static let retryInterval: TimeInterval = 60
    /// The maximum pause before the time is checked again, in seconds: another load may have changed the due time, and
    /// the device may have slept.
    static let maximumPause: TimeInterval = 60

    /// Returns the seconds until a page is due, 0 or less if it is due now; infinite if it is not reloaded
    /// automatically.
    ///
    /// - Parameters:
    ///   - date: the time when the last load ended.
    ///   - isCurrent: whether the last load ended with the server's page.
    ///   - interval: the document's `refreshInterval` in milliseconds; nil without a document.
    static func seconds(
        untilDueAfter date: Date, now: Date, isCurrent: Bool, interval: Int?
    ) -> TimeInterval {
        let documented = interval.map { $0 > 0 ? Double($0) / 1000 : .infinity } ?? .infinity
        let wait = max(minimumInterval, isCurrent ? documented : min(documented, retryInterval))
        // If the clock was set back, the page must not wait for longer than the interval.
        return min(wait, wait - now.timeIntervalSince(date))
    }
}

/// The clock, which tests replace.
struct RefreshClock: Sendable {
    let now: @Sendable () -> Date
    /// Waits for a number of seconds, unless the task is cancelled.
    let pause: @Sendable (TimeInterval) async throws -> Void

    static let system = RefreshClock(now: { Date() }, pause: { try await Pause.seconds($0) })
}
