import Logging
import Publishing
import Synchronization

/// Fetches the lists of feeds and publishes changes.
final class FeedRefresher: Sendable {
    let metrics = FeedMetrics()
    private let fetcher: (any FeedFetching)?
    private let store: any PageStore
    private let pages: PublishedPages
    private let purger: CachePurger
    private let logger: Logger

    /// - Parameter fetcher: nil for a server that does not fetch feeds.
    init(
        _ fetcher: (any FeedFetching)?, store: any PageStore, pages: PublishedPages, purger: CachePurger, logger: Logger
    ) {
        self.fetcher = fetcher
        self.store = store
        self.pages = pages
        self.purger = purger
        self.logger = logger
    }

    var isActive: Bool { fetcher != nil }

    private let isAwaited = Atomic<Bool>(false)

    /// Requests an immediate check for due feeds, because a feed was created or changed.
    func wake() { isAwaited.store(true, ordering: .relaxed) }

    /// Whether there was a ``wake()`` since the last call.
    func takeWake() -> Bool { isAwaited.exchange(false, ordering: .relaxed) }

    /// Fetches a list and returns the result without storing it.
    func trial(_ feed: Feed) async throws(PublishingError) -> FeedResult {
        FeedResult(try await response(to: feed), of: feed, hash: nil, store.layouts.current.catalog)
    }

    /// Fetches a list.
    func response(to feed: Feed) async throws(PublishingError) -> FeedResponse {
        try await requireFetcher().fetch(feed, ifNot: nil)
    }

    /// Refreshes a feed immediately.
    func refresh(_ name: String, by actor: Actor) async throws(PublishingError) -> FeedResult {
        _ = try requireFetcher()
        return try await refresh(try await store.claimFeed(name), by: actor)
    }

    /// Fetches the list of a claimed feed, stores the result, and refreshes the pages whose content changed.
    ///
    /// - Parameter actor: who requested the refresh; nil for a scheduled one.
    @discardableResult
    func refresh(_ claim: FeedClaim, by actor: Actor? = nil) async throws(PublishingError) -> FeedResult {
        let response = try await requireFetcher().fetch(claim.feed, ifNot: claim.tag)
        guard !Task.isCancelled else {
            // The server is stopping, or the client has disconnected. Release the claim, so that another node or the
            // next start fetches the list immediately. A separate task is not cancelled.
            await Task { [store] in try? await store.release(claim) }.value
            throw .unavailable(.cancelled)
        }
        let result = FeedResult(response, of: claim.feed, hash: claim.hash, store.layouts.current.catalog)
        let failures = result.isGood ? 0 : claim.failures + 1
        let pause = FeedSchedule.milliseconds(claim.feed, failures: failures, chance: .random(in: 0...1))
        let isChanged = try await store.finish(claim, result, pause: pause, requestedBy: actor?.name)
        metrics.count(result, of: claim.feed.name)
        log(result, of: claim)
        if isChanged { await publish(claim.feed.name) }
        return result
    }

    private func requireFetcher() throws(PublishingError) -> any FeedFetching {
        guard let fetcher else { throw .conflict("This server is not configured to fetch feeds.") }
        return fetcher
    }

    /// Refreshes the pages with a feed, and purges the old versions from caches.
    func publish(_ name: String) async {
        let changes = ExternalChanges.pages([], feeds: [name])
        if await !pages.renew(changes) { store.retryRefresh(changes) }
        await purger.purge(CacheTags(changeOfFeeds: [name]))
    }

    /// Logs when a feed starts to fail and when it recovers.
    private func log(_ result: FeedResult, of claim: FeedClaim) {
        if result.isGood, claim.failures > 0 {
            logger.notice("a feed can be refreshed again", metadata: ["feed": "\(claim.feed.name)"])
        } else if !result.isGood, claim.failures == 0 {
            logger.warning(
                "a feed cannot be refreshed; its last good list stays in use",
                metadata: ["feed": "\(claim.feed.name)", "reason": "\(result.problem)"])
        }
    }
}

/// Counts this server's refreshes by feed and outcome.
final class FeedMetrics: Sendable {
    struct Key: Hashable {
        let feed: String
        let outcome: FeedResult.Outcome
    }

    struct Count {
        var refreshes = 0
        var milliseconds = 0
        var faults = 0
    }

    private let counts = Mutex<[Key: Count]>([:])

    func count(_ result: FeedResult, of feed: String) {
        counts.withLock { counts in
            var count = counts[Key(feed: feed, outcome: result.outcome)] ?? Count()
            count.refreshes += 1
            count.milliseconds += result.response.milliseconds
            count.faults += result.mapping?.faultCount ?? 0
            counts[Key(feed: feed, outcome: result.outcome)] = count
        }
    }

    /// The counts, by feed and outcome.
    var all: [(key: Key, count: Count)] {
        counts.withLock { $0 }.sorted {
            ($0.key.feed, $0.key.outcome.rawValue) < ($1.key.feed, $1.key.outcome.rawValue)
        }.map { (key: $0.key, count: $0.value) }
    }

    /// Removes the counts of a deleted feed.
    func forget(_ feed: String) { counts.withLock { $0 = $0.filter { $0.key.feed != feed } } }
}
