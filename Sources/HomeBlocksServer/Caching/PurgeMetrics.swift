import Synchronization

/// Counts the purges of all caches.
final class PurgeMetrics: Sendable {
    enum Result: String, CaseIterable {
        /// A request that the cache accepted.
        case accepted
        /// A request without a response, or with an error. It is sent again.
        case failed
        /// A tag that is no longer retried. Caches may serve outdated responses until those expire.
        case abandoned
    }

    private let counts = Mutex<[Result: Int]>([:])

    func count(_ result: Result) { counts.withLock { $0[result, default: 0] += 1 } }

    func count(of result: Result) -> Int { counts.withLock { $0[result] ?? 0 } }
}
