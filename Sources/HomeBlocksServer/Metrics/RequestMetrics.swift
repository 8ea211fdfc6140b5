import Logging
import ServiceLifecycle
import Synchronization

/// Counts responses since the start by method, route template and status, and records their durations.
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

    struct Route: Hashable {
        let method: String
        let route: String
    }

    private struct State {
        var counts: [Key: Count] = [:]
        var durations: [Route: Histogram] = [:]
        var storeFailures = 0
        /// The counts of the fast path at fixed indexes, because hashing a key for each of its many responses costs too
        /// much.
        var fastPath = [Count](repeating: Count(), count: fastPathTemplates.count * 2 * statuses.count)
        var fastPathDurations = [Histogram](repeating: Histogram(), count: fastPathTemplates.count * 2)
    }

    /// The routes of the fast path: the reads of pages, then the read of pictures.
    private static let fastPathTemplates = ReadRoute.allCases.map(\.template) + [PictureRoutes.fileTemplate]
    private static let statuses = PreparedResponse.Status.allCases
    private let state = Mutex(State())

    /// - Parameters:
    ///   - route: the route's template; empty if no route matches.
    ///   - duration: nanoseconds until the response was ready.
    func count(_ method: String, _ route: String, _ status: Int, bytes: Int, duration: Int64) {
        // Clients may invent methods, so unknown ones share a label.
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(method) ? method : "other"
        state.withLock { state in
            let key = Key(method: known, route: route, status: status)
            state.counts[key, default: Count()].requests += 1
            state.counts[key, default: Count()].bytes += bytes
            state.durations[Route(method: known, route: route), default: Histogram()].add(nanoseconds: duration)
        }
    }

    /// Counts a response of the fast path.
    ///
    /// - Parameter route: the route of a page; nil for pictures.
    func count(_ route: ReadRoute?, isHead: Bool, _ response: PreparedResponse, duration: Int64) {
        let routeIndex = (route?.rawValue ?? Self.fastPathTemplates.count - 1) * 2 + (isHead ? 1 : 0)
        let index = routeIndex * Self.statuses.count + response.status.index
        state.withLock { state in
            state.fastPath[index].requests += 1
            state.fastPath[index].bytes += response.length
            state.fastPathDurations[routeIndex].add(nanoseconds: duration)
        }
    }

    /// Counts a request that failed because the store was unavailable.
    func countStoreFailure() { state.withLock { $0.storeFailures += 1 } }

    var storeFailures: Int { state.withLock { $0.storeFailures } }

    /// The responses of the fast path.
    var fastPathReads: [Key: Count] { state.withLock { Self.keyed($0.fastPath) } }

    /// All responses.
    var all: [Key: Count] {
        state.withLock { $0.counts.merging(Self.keyed($0.fastPath), uniquingKeysWith: +) }
    }

    /// The durations of responses.
    var durations: [Route: Histogram] {
        state.withLock { state in
            var durations = state.durations
            for (index, histogram) in state.fastPathDurations.enumerated() where histogram.count > 0 {
                durations[Self.route(index), default: Histogram()].add(histogram)
            }
            return durations
        }
    }

    private static func keyed(_ fastPath: [Count]) -> [Key: Count] {
        var counts: [Key: Count] = [:]
        for (index, count) in fastPath.enumerated() where count.requests > 0 {
            let (route, status) = (route(index / statuses.count), statuses[index % statuses.count])
            counts[Key(method: route.method, route: route.route, status: status.rawValue)] = count
        }
        return counts
    }

    private static func route(_ index: Int) -> Route {
        Route(method: index & 1 == 0 ? "GET" : "HEAD", route: "\(fastPathTemplates[index / 2])")
    }
}

/// A histogram of durations with fixed bounds.
struct Histogram {
    /// The bounds in seconds, from responses from memory to those for which no client waits.
    static let bounds = [0.000_025, 0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]
    private static let nanoseconds = bounds.map { Int64($0 * 1e9) }

    /// The number of durations between each bound and the previous one. The last element counts those above all bounds.
    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    private var total: Int64 = 0

    mutating func add(nanoseconds: Int64) {
        var index = 0
        while index < Self.nanoseconds.count, nanoseconds > Self.nanoseconds[index] { index += 1 }
        counts[index] += 1
        total += nanoseconds
    }

    mutating func add(_ other: Histogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        total += other.total
    }

    var count: Int { counts.reduce(0, +) }

    var seconds: Double { Double(total) / 1e9 }

    /// The number of durations up to each bound.
    var cumulative: [(bound: Double, count: Int)] {
        var sum = 0
        return zip(Self.bounds, counts).map { bound, count in
            sum += count
            return (bound, sum)
        }
    }
}

/// Logs the responses of the fast path every few seconds, aggregated by route and status, because there are too many
/// for one line each.
final class ReadLogService: NamedService {
    private let metrics: RequestMetrics
    private let logger: Logger
    private let reported = Mutex<[RequestMetrics.Key: RequestMetrics.Count]>([:])

    private static let interval = Duration.seconds(10)

    init(metrics: RequestMetrics, logger: Logger) {
        self.metrics = metrics
        self.logger = logger
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.interval)
                self.report()
            }
        }
        report()
    }

    /// Logs the responses since the last report.
    private func report() {
        let counts = metrics.fastPathReads
        let known = reported.withLock { reported in
            defer { reported = counts }
            return reported
        }
        for (key, count) in counts.sorted(by: { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }) {
            let requests = count.requests - (known[key]?.requests ?? 0)
            guard requests > 0 else { continue }
            logger.info(
                "requests",
                metadata: [
                    "method": "\(key.method)", "route": "\(key.route)", "status": "\(key.status)",
                    "count": "\(requests)", "bytes": "\(count.bytes - (known[key]?.bytes ?? 0))",
                ])
        }
    }
}
