import Logging
import Publishing
import ServiceLifecycle
import Synchronization

/// Refreshes feeds when they are due. In a cluster, the first node to claim a feed fetches it.
struct FeedService: NamedService {
    let refresher: FeedRefresher
    let store: any PageStore
    let clock: PublishingClock
    let logger: Logger

    /// The maximum time between reads of the store, because other nodes may create feeds.
    private static let maximumPause = Duration.seconds(5)
    /// The pause if feeds are due but none can be claimed.
    private static let emptyPause = Duration.seconds(1)
    /// The interval of checks that do not read the store.
    private static let tick = Duration.milliseconds(250)
    /// The maximum number of concurrent fetches.
    private static let maximumRequests = 8
    /// The maximum number of concurrent fetches of failing feeds, which take long if the upstream does not respond.
    private static let maximumFailing = 4

    func run() async {
        guard refresher.isActive else {
            try? await gracefulShutdown()
            return
        }
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                let running = RunningRequests()
                var isFailing = false
                var next = ContinuousClock.now
                while !Task.isCancelled {
                    if refresher.takeWake() || ContinuousClock.now >= next {
                        var pause = Self.maximumPause
                        do {
                            let (claims, wait) = try await claimDueFeeds(running: running)
                            for claim in claims {
                                running.add(claim, 1)
                                group.addTask {
                                    await refresh(claim)
                                    running.add(claim, -1)
                                    // The feed is due again after its pause, not when its claim would have expired.
                                    refresher.wake()
                                }
                            }
                            pause = wait
                            isFailing = false
                        } catch {
                            if !isFailing, !Task.isCancelled {
                                logger.warning("due feeds cannot be read", metadata: ["reason": "\(error)"])
                            }
                            isFailing = true
                        }
                        next = .now + pause
                    }
                    try? await Task.sleep(for: Self.tick)
                }
            }
        }
    }

    private func refresh(_ claim: FeedClaim) async {
        do { try await refresher.refresh(claim) } catch {
            // The claim expires on its own.
            if !Task.isCancelled {
                logger.warning(
                    "the result of a feed's refresh cannot be stored",
                    metadata: ["feed": "\(claim.feed.name)", "reason": "\(error)"])
            }
        }
    }

    /// Claims feeds that are due. Takes only one read of the store if none is.
    ///
    /// - Returns: the claims, and how long to wait before the next call.
    private func claimDueFeeds(
        running: RunningRequests
    ) async throws(PublishingError) -> (claims: [FeedClaim], pause: Duration) {
        guard let next = try await store.nextFeedDue() else { return ([], Self.maximumPause) }
        let wait = Duration.milliseconds(next.milliseconds - clock.now.milliseconds)
        if wait > .zero { return ([], min(wait, Self.maximumPause)) }
        let limit = Self.maximumRequests - running.count.load(ordering: .relaxed)
        guard limit > 0 else { return ([], .zero) }
        let failing = max(0, Self.maximumFailing - running.failing.load(ordering: .relaxed))
        let claims = try await store.claimDueFeeds(limit: limit, failing: failing)
        // Other nodes have claimed the due feeds, or they exceed the limit of failing feeds.
        return (claims, claims.isEmpty ? Self.emptyPause : .zero)
    }
}

/// The number of fetches in progress.
private final class RunningRequests: Sendable {
    let count = Atomic<Int>(0)
    /// The fetches of feeds that failed before.
    let failing = Atomic<Int>(0)

    func add(_ claim: FeedClaim, _ change: Int) {
        count.add(change, ordering: .relaxed)
        if claim.isFailing { failing.add(change, ordering: .relaxed) }
    }
}
