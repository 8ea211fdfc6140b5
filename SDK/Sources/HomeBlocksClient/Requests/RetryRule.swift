import Foundation

/// When a request is made again. The waits have a part of chance, so that clients that were turned away together do not come
/// back together.
struct RetryRule: Sendable {
    let options: ClientOptions
    /// A number from 0 to 1.
    let chance: @Sendable () -> Double

    private static let passing: Set<Int> = [429, 500, 502, 503, 504]

    /// How many seconds to wait before another try, or nil if there is none.
    ///
    /// - Parameter attempt: the number of the try that failed, from 1.
    func wait(after error: HomePageError, attempt: Int) -> TimeInterval? {
        guard attempt < options.attempts, case .refused(let problem) = error, Self.passing.contains(problem.status)
        else { return nil }
        if let asked = problem.retryAfter {
            return asked <= options.longestWait ? asked + chance() * options.backoff : nil
        }
        let most = options.backoff * pow(2, Double(min(attempt - 1, 16)))
        return min(options.longestWait, most) * (0.5 + chance() / 2)
    }

    /// What `Retry-After` says, in seconds: a number of them or a date (RFC 9110).
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
