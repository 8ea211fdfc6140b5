import Logging
import Publishing
import Synchronization

/// Requests the lists of feeds and publishes what is new.
final class FeedRefresher: Sendable {
    let metrics = FeedMetrics()
    private let fetcher: (any FeedFetching)?
    private let store: any PageStore
    private let pages: PublishedPages
    private let purger: CachePurger
    private let logger: Logger

    /// - Parameter fetcher: nil for a server that requests no upstreams.
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

    /// Has feeds that are due now requested without delay: one was made or changed.
    func wake() { isAwaited.store(true, ordering: .relaxed) }

    /// Whether there was a ``wake()`` since the last call.
    func takeWake() -> Bool { isAwaited.exchange(false, ordering: .relaxed) }

    /// Requests a list and says what it comes to, without keeping anything.
    func trial(_ feed: Feed) async throws(PublishingError) -> FeedResult {
        FeedResult(try await response(to: feed), of: feed, hash: nil, store.layouts.current.catalog)
    }

    /// Requests a list.
    func response(to feed: Feed) async throws(PublishingError) -> FeedResponse {
        try await requireFetcher().fetch(feed, ifNot: nil)
    }

    /// Refreshes a feed at once.
    func refresh(_ name: String, by actor: Actor) async throws(PublishingError) -> FeedResult {
        _ = try requireFetcher()
        return try await refresh(try await store.claimFeed(name), by: actor)
    }

    /// Requests a claimed list, keeps what comes of it, and renews the pages that show another one then.
    ///
    /// - Parameter actor: who asked for it; nil if it was due.
    @discardableResult
    func refresh(_ claim: FeedClaim, by actor: Actor? = nil) async throws(PublishingError) -> FeedResult {
        let response = try await requireFetcher().fetch(claim.feed, ifNot: claim.tag)
        guard !Task.isCancelled else {
            // The server stops, or nobody waits any more: another node, or the next start, requests it at once.
            // A task of its own is not cancelled.
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
        guard let fetcher else { throw .conflict("This server requests no upstreams.") }
        return fetcher
    }

    /// Puts the new versions of the pages with a feed in place, and has caches drop the old ones.
    func publish(_ name: String) async {
        let changes = ExternalChanges.pages([], feeds: [name])
        if await !pages.renew(changes) { store.retryRefresh(changes) }
        await purger.purge(CacheTags(changeOfFeeds: [name]))
    }

    /// Logs when a feed begins to fail, and when it works again.
    private func log(_ result: FeedResult, of claim: FeedClaim) {
        if result.isGood, claim.failures > 0 {
            logger.notice("a feed can be refreshed again", metadata: ["feed": "\(claim.feed.name)"])
        } else if !result.isGood, claim.failures == 0 {
            logger.warning(
                "a feed cannot be refreshed; its last good list stays",
                metadata: ["feed": "\(claim.feed.name)", "reason": "\(result.problem)"])
        }
    }
}

/// What came of the refreshes of this server.
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

    /// Forgets a feed that is not there any more.
    func forget(_ feed: String) { counts.withLock { $0 = $0.filter { $0.key.feed != feed } } }
}
