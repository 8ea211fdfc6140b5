import Synchronization

/// How many requests were answered since the start, by method, route template and status.
final class RequestTally: Sendable {
    struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    struct Count {
        var requests = 0
        var bytes = 0
    }

    private struct State {
        var counts: [Key: Count] = [:]
        /// Those of plain reads, which come too often to look for their names.
        var plain = [Count](repeating: Count(), count: PublicDocument.routes.count * 4)
    }

    private let state = Mutex(State())

    /// - Parameter route: the template of the route; empty if there is none.
    func count(_ method: String, _ route: String, _ status: Int, bytes: Int) {
        // Whatever clients make up is one thing.
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(method) ? method : "other"
        state.withLock { state in
            let key = Key(method: known, route: route, status: status)
            state.counts[key, default: Count()].requests += 1
            state.counts[key, default: Count()].bytes += bytes
        }
    }

    /// Counts a read that was answered ahead of the router.
    func count(_ document: PublicDocument, isHead: Bool, _ answer: ReadyAnswer) {
        let place = document.number * 4 + (isHead ? 2 : 0) + (answer.status == .ok ? 0 : 1)
        state.withLock { state in
            state.plain[place].requests += 1
            state.plain[place].bytes += answer.length
        }
    }

    /// What was answered ahead of the router.
    var plainReads: [Key: Count] { state.withLock { Self.named($0.plain) } }

    /// All that was answered.
    var all: [Key: Count] {
        state.withLock { state in
            state.counts.merging(Self.named(state.plain)) { one, other in
                Count(requests: one.requests + other.requests, bytes: one.bytes + other.bytes)
            }
        }
    }

    private static func named(_ plain: [Count]) -> [Key: Count] {
        var counts: [Key: Count] = [:]
        for (place, count) in plain.enumerated() where count.requests > 0 {
            let key = Key(
                method: place & 2 == 0 ? "GET" : "HEAD", route: PublicDocument.routes[place / 4],
                status: place & 1 == 0 ? 200 : 304)
            counts[key] = count
        }
        return counts
    }
}
