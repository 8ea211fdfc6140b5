import Foundation
import Publishing

/// The server's counters, and the limits that keep their own counts.
struct ServerMetrics: Sendable {
    let requests: RequestMetrics
    let cache: VariantCache
    let purges: PurgeMetrics
    let feeds: FeedMetrics
    let connections: ConnectionLimit
    let admission: Admission
    let security: TransportSecurity?
    let readiness: Readiness
    /// The state of this node in a cluster; nil if no other node shares the database.
    let node: NodeState?
    let layouts: CurrentLayouts
    let pictures: PictureRules
    /// The store's metrics, cached because they are slow to read.
    private let store: Refreshable<StoreMetrics, Never>
    /// The feeds, cached like the store's metrics.
    private let feedStates: Refreshable<(at: Instant, states: [FeedState]), Never>
    private let clock: PublishingClock
    private let start: Instant

    private static let storeInterval = 10

    init(
        _ settings: ServerSettings, cache: VariantCache, purges: PurgeMetrics, feeds: FeedMetrics = FeedMetrics(),
        store: any PageStore, clock: PublishingClock
    ) {
        self.cache = cache
        self.purges = purges
        self.feeds = feeds
        self.clock = clock
        requests = RequestMetrics()
        connections = ConnectionLimit(settings.limits, proxies: settings.trustedProxies)
        admission = Admission(settings.limits)
        security = settings.security
        readiness = Readiness(store: store, clock: clock)
        node = store.node
        layouts = store.layouts
        pictures = settings.pictures
        start = clock.now
        self.store = Refreshable(validity: {
            .init(from: $0.at, until: $0.at.adding(seconds: Self.storeInterval))
        }) { _, _ in try await store.metrics() }
        feedStates = Refreshable(validity: {
            .init(from: $0.at, until: $0.at.adding(seconds: Self.storeInterval))
        }) { _, _ in (clock.now, try await store.feeds()) }
    }

    /// Returns the feeds and the current time; no feeds if the store is unavailable.
    func ofFeeds() async -> (now: Instant, states: [FeedState]) {
        (clock.now, (try? await feedStates.value(at: clock.now).states) ?? [])
    }

    /// Returns the store's metrics; nil if it is unavailable.
    func ofStore() async -> StoreMetrics? { try? await store.value(at: clock.now) }

    func isReady() async -> Bool {
        do {
            try await readiness.check()
            return true
        } catch {
            return false
        }
    }

    /// The server's start time in seconds since 1970.
    var startSeconds: Double { Double(start.milliseconds) / 1000 }
}

/// Metrics of this process. Those from `/proc` are nil on systems without it.
struct ProcessMetrics {
    var residentBytes: Int?
    var openFiles: Int?
    var maximumFiles: Int?
    var cpuSeconds: Double?

    init() {
        if let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) {
            let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            residentBytes = pages.map { $0 * Int(getpagesize()) }
            openFiles = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
        }
        maximumFiles = Descriptors.limit
        var usage = timespec()
        if clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &usage) == 0 {
            cpuSeconds = Double(usage.tv_sec) + Double(usage.tv_nsec) / 1e9
        }
    }
}

/// The process's limit of file descriptors. Each connection uses one.
public enum Descriptors {
    /// The limit; nil if it cannot be read.
    static var limit: Int? { read().map { Int(clamping: $0.rlim_cur) } }

    /// Raises the limit as far as the system allows and returns it; nil if it cannot be read.
    public static func raise() -> Int? {
        guard var limit = read() else { return nil }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
        return self.limit
    }

    #if os(Linux)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif

    private static func read() -> rlimit? {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? limit : nil
    }
}
