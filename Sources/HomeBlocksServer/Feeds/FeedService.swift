import Logging
import Publishing
import ServiceLifecycle
import Synchronization

/// Refreshes feeds when they are due. Of several nodes, the one that claims a feed first requests it.
struct FeedService: NamedService {
    let refresher: FeedRefresher
    let store: any PageStore
    let clock: PublishingClock
    let logger: Logger

    /// How long it goes by what it knows: other nodes may have made feeds in the meantime.
    private static let longestPause = Duration.seconds(5)
    /// How long it waits when it gets none of those that are due.
    private static let emptyPause = Duration.seconds(1)
    /// How often it looks at the time, without asking the store.
    private static let tick = Duration.milliseconds(250)
    /// How many feeds are requested at once.
    private static let maximumRequests = 8
    /// How many of them may be feeds that failed before: those whose upstreams do not respond take long.
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
                        var pause = Self.longestPause
                        do {
                            let (claims, wait) = try await due(beside: running)
                            for claim in claims {
                                running.add(claim, 1)
                                group.addTask {
                                    await refresh(claim)
                                    running.add(claim, -1)
                                    // It is due again when its pause is over, not when its claim would have ended.
                                    refresher.wake()
                                }
                            }
                            pause = wait
                            isFailing = false
                        } catch {
                            if !isFailing, !Task.isCancelled {
                                logger.warning("feeds cannot be looked for", metadata: ["reason": "\(error)"])
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
            // The claim ends by itself.
            if !Task.isCancelled {
                logger.warning(
                    "the result of a feed's refresh cannot be stored",
                    metadata: ["feed": "\(claim.feed.name)", "reason": "\(error)"])
            }
        }
    }

    /// Claims feeds that are due. Where none is, one read of the store says so.
    ///
    /// - Returns: the claims, and how long to wait until it is asked again.
    private func due(
        beside running: RunningRequests
    ) async throws(PublishingError) -> (claims: [FeedClaim], pause: Duration) {
        guard let next = try await store.nextFeedDue() else { return ([], Self.longestPause) }
        let wait = Duration.milliseconds(next.milliseconds - clock.now.milliseconds)
        if wait > .zero { return ([], min(wait, Self.longestPause)) }
        let limit = Self.maximumRequests - running.count.load(ordering: .relaxed)
        guard limit > 0 else { return ([], .zero) }
        let failing = max(0, Self.maximumFailing - running.failing.load(ordering: .relaxed))
        let claims = try await store.claimDueFeeds(limit: limit, failing: failing)
        // Others have what is due, or it has to wait.
        return (claims, claims.isEmpty ? Self.emptyPause : .zero)
    }
}

/// How many feeds are being requested.
private final class RunningRequests: Sendable {
    let count = Atomic<Int>(0)
    /// Those that failed before.
    let failing = Atomic<Int>(0)

    func add(_ claim: FeedClaim, _ change: Int) {
        count.add(change, ordering: .relaxed)
        if claim.isFailing { failing.add(change, ordering: .relaxed) }
    }
}
