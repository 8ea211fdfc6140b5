import Synchronization

/// How many requests were answered since the start, by method, route template and status, and how long that took.
final class RequestMetrics: Sendable {
    struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    struct Count {
        var requests = 0
        var bytes = 0

        static func + (one: Count, other: Count) -> Count {
            Count(requests: one.requests + other.requests, bytes: one.bytes + other.bytes)
        }
    }

    /// What durations are kept by.
    struct Route: Hashable {
        let method: String
        let route: String
    }

    private struct State {
        var counts: [Key: Count] = [:]
        var durations: [Route: Histogram] = [:]
        var storeFailures = 0
        /// Those of plain reads, which come too often to look for their names.
        var plain = [Count](repeating: Count(), count: PublicDocument.routes.count * 4)
        var plainDurations = [Histogram](repeating: Histogram(), count: PublicDocument.routes.count * 2)
    }

    private let state = Mutex(State())

    /// - Parameters:
    ///   - route: the template of the route; empty if there is none.
    ///   - duration: nanoseconds until the answer was ready.
    func count(_ method: String, _ route: String, _ status: Int, bytes: Int, duration: Int64) {
        // Whatever clients make up is one thing.
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(method) ? method : "other"
        state.withLock { state in
            let key = Key(method: known, route: route, status: status)
            state.counts[key, default: Count()].requests += 1
            state.counts[key, default: Count()].bytes += bytes
            state.durations[Route(method: known, route: route), default: Histogram()].add(nanoseconds: duration)
        }
    }

    /// Counts a read that was answered ahead of the router.
    func count(_ document: PublicDocument, isHead: Bool, _ answer: PreparedResponse, duration: Int64) {
        let route = document.number * 2 + (isHead ? 1 : 0)
        let place = route * 2 + (answer.status == .ok ? 0 : 1)
        state.withLock { state in
            state.plain[place].requests += 1
            state.plain[place].bytes += answer.length
            state.plainDurations[route].add(nanoseconds: duration)
        }
    }

    /// The store could not do what it was asked.
    func countStoreFailure() { state.withLock { $0.storeFailures += 1 } }

    var storeFailures: Int { state.withLock { $0.storeFailures } }

    /// What was answered ahead of the router.
    var plainReads: [Key: Count] { state.withLock { Self.named($0.plain) } }

    /// All that was answered.
    var all: [Key: Count] {
        state.withLock { $0.counts.merging(Self.named($0.plain), uniquingKeysWith: +) }
    }

    /// How long all that took.
    var durations: [Route: Histogram] {
        state.withLock { state in
            var durations = state.durations
            for (place, histogram) in state.plainDurations.enumerated() where histogram.count > 0 {
                durations[Self.route(place), default: Histogram()].add(histogram)
            }
            return durations
        }
    }

    private static func named(_ plain: [Count]) -> [Key: Count] {
        var counts: [Key: Count] = [:]
        for (place, count) in plain.enumerated() where count.requests > 0 {
            let route = route(place / 2)
            counts[Key(method: route.method, route: route.route, status: place & 1 == 0 ? 200 : 304)] = count
        }
        return counts
    }

    private static func route(_ place: Int) -> Route {
        Route(method: place & 1 == 0 ? "GET" : "HEAD", route: PublicDocument.routes[place / 2])
    }
}
