import HTTPTypes
import Logging
import OutgoingHTTP
import Publishing
import ServiceLifecycle

/// Purges changed responses from the caches in front of the server.
final class CachePurger: Sendable {
    /// Sends a request, and returns the status of its response.
    typealias Send = @Sendable (OutgoingRequest) async throws -> Int

    let metrics = PurgeMetrics()
    private let caches: [PurgedCache]

    init(_ settings: SharedCaches, times: PurgedCache.Times = PurgedCache.Times(), logger: Logger, send: @escaping Send)
    {
        let metrics = metrics
        caches = settings.purge.map { url in
            PurgedCache(url, settings, times: times, metrics: metrics, logger: logger, send: send)
        }
    }

    /// Creates the server's purger. It sends nothing unless caches are configured.
    convenience init(_ settings: SharedCaches, logger: Logger) throws {
        guard !settings.purge.isEmpty else {
            self.init(settings, logger: logger) { _ in 0 }
            return
        }
        // One client for each cache, because a slow name lookup blocks its client.
        let clients = try settings.purge.map { (url: $0, client: try OutgoingHTTPClient()) }
        self.init(settings, logger: logger) { request in
            guard let client = clients.first(where: { $0.url == request.url })?.client else { return 0 }
            return try await client.send(request)
        }
    }

    /// Purges the tags from all caches. Returns when they have responded, or after half a second. Failed purges are
    /// then retried without delaying the change.
    func purge(_ tags: CacheTags) async {
        await withTaskGroup { group in
            for cache in caches { group.addTask { await cache.purge(tags) } }
        }
    }

    /// Sends all pending purges immediately.
    func finish() async {
        await withTaskGroup { group in
            for cache in caches { group.addTask { await cache.finish() } }
        }
    }
}

/// Sends the last purges before the server stops.
struct CachePurgeService: NamedService {
    let purger: CachePurger

    func run() async {
        try? await gracefulShutdown()
        await purger.finish()
    }
}

/// A cache that gets one request at a time. Tags that change in the meantime go into the next request.
actor PurgedCache {
    struct Times: Sendable {
        /// The maximum time a change waits for a cache.
        var wait = Duration.milliseconds(500)
        /// The delay before a purge is sent again, because a node that had not seen the change yet may have refilled
        /// the cache. Longer than the two seconds after which that node marks its own responses as possibly outdated.
        var again = Duration.milliseconds(2500)
        /// The pause after a failure, doubled each time.
        var firstPause = Duration.milliseconds(100)
        var maximumPause = Duration.seconds(2)
        /// The maximum time a purge is retried.
        var retry = Duration.seconds(60)
        var connect = Duration.milliseconds(500)
        var request = Duration.seconds(1)
    }

    /// A pending purge of a tag.
    private struct Purge {
        let until: ContinuousClock.Instant
        let isSecond: Bool
    }

    private let url: String
    private let settings: SharedCaches
    private let times: Times
    private let metrics: PurgeMetrics
    private let logger: Logger
    private let send: CachePurger.Send
    private var due: [String: Purge] = [:]
    /// The tags of the request in progress.
    private var sending: Set<String> = []
    /// The tags to purge a second time, and when.
    private var later: [String: ContinuousClock.Instant] = [:]
    private var isRunning = false
    private var isFailing = false
    private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    private var lastWaiter = 0

    /// Above this number of tags, everything is purged. This bounds the request and the queue.
    private static let maximumTags = 50
    private static let everything = "homeblocks"

    init(
        _ url: String, _ settings: SharedCaches, times: Times, metrics: PurgeMetrics, logger: Logger,
        send: @escaping CachePurger.Send
    ) {
        self.url = url
        self.settings = settings
        self.times = times
        self.metrics = metrics
        self.logger = logger
        self.send = send
    }

    /// Purges tags. Returns when the cache has responded, or immediately while it is failing.
    func purge(_ tags: CacheTags) async {
        add(tags.names, isSecond: false)
        guard !isFailing else { return }
        lastWaiter += 1
        let id = lastWaiter
        await withCheckedContinuation { continuation in
            waiters[id] = continuation
            Task {
                try? await Task.sleep(for: times.wait)
                release([id])
            }
        }
    }

    /// Sends all pending purges and second purges once, without retries.
    func finish() async {
        let tags = Set(due.keys).union(later.keys).union(sending)
        (due, later) = ([:], [:])
        if !tags.isEmpty { _ = await attempt(tags) }
    }

    private func add(_ tags: some Sequence<String>, isSecond: Bool) {
        let until = ContinuousClock.now + times.retry
        for tag in tags where !(isSecond && due[tag] != nil) {
            due[tag] = Purge(until: until, isSecond: isSecond)
            if !isSecond { later[tag] = nil }
        }
        let whole = due[Self.everything]
        if whole != nil || due.count > Self.maximumTags {
            due = [Self.everything: Purge(until: until, isSecond: isSecond && whole?.isSecond == true)]
        }
        guard !isRunning, !due.isEmpty else { return }
        isRunning = true
        Task { await run() }
    }

    private func run() async {
        var pause = times.firstPause
        while !due.isEmpty {
            let (batch, released) = (due, Array(waiters.keys))
            due = [:]
            sending = Set(batch.keys)
            let isDone = await attempt(sending)
            sending = []
            release(released)
            if isDone {
                pause = times.firstPause
                sendAgainLater(batch.filter { !$1.isSecond }.keys)
            } else {
                putBack(batch)
                guard !due.isEmpty else { break }
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, times.maximumPause)
            }
        }
        isRunning = false
    }

    private func sendAgainLater(_ tags: some Collection<String>) {
        guard !tags.isEmpty else { return }
        let time = ContinuousClock.now + times.again
        for tag in tags { later[tag] = time }
        Task {
            try? await Task.sleep(until: time)
            let tags = later.filter { $1 <= time }.keys
            for tag in tags { later[tag] = nil }
            add(tags, isSecond: true)
        }
    }

    /// Requeues failed purges, unless a newer purge of the same tag is pending or their time is up.
    private func putBack(_ batch: [String: Purge]) {
        let now = ContinuousClock.now
        for (tag, purge) in batch where due[tag] == nil {
            if now < purge.until { due[tag] = purge } else { metrics.count(.abandoned) }
        }
    }

    private func release(_ ids: [Int]) {
        for id in ids { waiters.removeValue(forKey: id)?.resume() }
    }

    /// - Returns: whether the cache accepted the purge.
    private func attempt(_ tags: Set<String>) async -> Bool {
        let reason: String
        do {
            let status = try await send(request(tags.sorted()))
            if (200..<300).contains(status) {
                metrics.count(.accepted)
                if isFailing { logger.notice("a cache can be purged again", metadata: ["cache": "\(url)"]) }
                isFailing = false
                return true
            }
            reason = "status \(status)"
        } catch {
            reason = "\(error)"
        }
        metrics.count(.failed)
        if !isFailing {
            logger.warning("a cache cannot be purged", metadata: ["cache": "\(url)", "reason": "\(reason)"])
        }
        isFailing = true
        return false
    }

    private func request(_ tags: [String]) -> OutgoingRequest {
        let header = settings.tagHeader ?? .xkey
        var fields = [(name: header.rawValue, value: header.value(tags))]
        if let token = settings.purgeToken { fields.append((name: "Authorization", value: "Bearer \(token)")) }
        return OutgoingRequest(
            method: "PURGE", url: url, fields: fields, connectTime: times.connect, time: times.request)
    }
}
