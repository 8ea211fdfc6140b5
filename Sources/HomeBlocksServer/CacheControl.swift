import Publishing

/// For how long clients and proxies may keep an answer, in seconds.
public struct CacheControl: Sendable {
    public var maxAge = 5
    public var staleWhileRevalidate = 60
    public var staleIfError = 86_400

    public init() {}

    /// The header's value for an answer that changes at an instant: nobody may keep it beyond, unless
    /// the server fails. It is the same for all answers of one second.
    func value(at now: Instant, changesAt: Instant?) -> String {
        let now = now.roundedUp
        guard let changesAt, changesAt < now.adding(seconds: maxAge + staleWhileRevalidate) else {
            return "public, max-age=\(maxAge), stale-while-revalidate=\(staleWhileRevalidate), "
                + "stale-if-error=\(staleIfError)"
        }
        let remaining = Int(max(0, changesAt.milliseconds - now.milliseconds) / 1000)
        let age = min(maxAge, remaining)
        return "public, max-age=\(age), stale-while-revalidate=\(remaining - age), stale-if-error=\(staleIfError)"
    }
}
