public import Foundation

/// Timeouts and retries of a client.
public struct ClientOptions: Sendable {
    /// The maximum time without data from the server, in whole seconds, at least 1.
    public var timeout: TimeInterval
    /// The maximum time of a request including all of its attempts, in seconds.
    public var deadline: TimeInterval
    /// The maximum number of attempts of a request to which the server responds with 429, 500, 502, 503 or 504.
    public var attempts: Int
    /// The maximum wait before the second attempt, in seconds; it doubles with each further attempt.
    public var backoff: TimeInterval
    /// The maximum `Retry-After` that the client waits for, in seconds; a longer one ends the attempts.
    public var maximumWait: TimeInterval

    /// Creates options; the defaults suit a typical app.
    public init(
        timeout: TimeInterval = 15, deadline: TimeInterval = 40, attempts: Int = 3, backoff: TimeInterval = 0.5,
        maximumWait: TimeInterval = 10
    ) {
        self.timeout = timeout
        self.deadline = deadline
        self.attempts = attempts
        self.backoff = backoff
        self.maximumWait = maximumWait
    }
}

/// Decides when a request is retried. Waits include jitter, so that clients whose requests failed at the same time do
/// not retry at the same time.
struct RetryPolicy: Sendable {
    let options: ClientOptions
    /// A random number from 0 to 1.
    let jitter: @Sendable () -> Double

    private static let temporary: Set<Int> = [429, 500, 502, 503, 504]

    /// Returns the seconds to wait before another attempt, or nil to give up.
    ///
    /// - Parameter attempt: the number of the attempt that failed, from 1.
    func wait(after error: HomePageError, attempt: Int) -> TimeInterval? {
        guard attempt < options.attempts, case .refused(let problem) = error, Self.temporary.contains(problem.status)
        else { return nil }
        if let wait = problem.retryAfter {
            return wait <= options.maximumWait ? wait + jitter() * options.backoff : nil
        }
        let most = options.backoff * pow(2, Double(min(attempt - 1, 16)))
        return min(options.maximumWait, most) * (0.5 + jitter() / 2)
    }

    /// Returns the value of `Retry-After` in seconds: the header has a number of seconds or a date (RFC 9110).
    static func seconds(of header: String?, now: Date) -> TimeInterval? {
        guard let text = header?.trimmingCharacters(in: .whitespaces) else { return nil }
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return TimeInterval(text)
        }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: text).map { max(0, $0.timeIntervalSince(now)) }
    }
}
