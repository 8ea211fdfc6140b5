/// Stores feeds, their last good lists and their logs.
public protocol FeedStore: Sendable {
    // MARK: Definitions

    /// All feeds, by name.
    func feeds() async throws(PublishingError) -> [FeedState]

    /// Where each feed is used, of all that is live or may become so. Feeds that are used nowhere are left out.
    func feedUses() async throws(PublishingError) -> [String: [FeedUse]]

    /// One feed.
    func feed(_ name: String) async throws(PublishingError) -> FeedState

    /// Keeps a new feed, which is due at once.
    func createFeed(_ feed: Feed, _ request: RequestInfo) async throws(PublishingError) -> ChangeOutcome

    /// Gives a feed another definition. Its list stays until the next good one.
    func replaceFeed(_ feed: Feed, _ request: RequestInfo) async throws(PublishingError) -> FeedState

    /// Deletes a feed with its list and its log.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if a page, a draft or a planned release needs it.
    func deleteFeed(_ name: String, _ request: RequestInfo) async throws(PublishingError) -> FeedState

    /// The log of a feed, newest first.
    func feedLog(_ name: String, _ range: ListRange) async throws(PublishingError) -> ListPage<FeedLogEntry>

    // MARK: Lists

    /// The last good lists of some feeds, by name. Feeds without one are left out.
    func feedLists(_ names: Set<String>) async throws(PublishingError) -> [String: FeedList]

    // MARK: Refreshing

    /// When the next feed is due that nobody requests now; nil if there is none.
    func nextFeedDue() async throws(PublishingError) -> Instant?

    /// Claims feeds that are due: no other node gets them until this one has finished, or its time is over.
    ///
    /// - Parameters:
    ///   - limit: the most feeds.
    ///   - failing: how many of them may be feeds whose last request failed.
    func claimDueFeeds(limit: Int, failing: Int) async throws(PublishingError) -> [FeedClaim]

    /// Claims a feed whether it is due or not.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if it is being requested now.
    func claimFeed(_ name: String) async throws(PublishingError) -> FeedClaim

    /// Keeps what came of a refresh.
    ///
    /// - Parameters:
    ///   - pause: milliseconds until the next request.
    ///   - name: who asked for it; nil if it was due.
    /// - Returns: whether what clients get may be another now. Nothing is kept if the feed was changed in the meantime.
    func finish(
        _ claim: FeedClaim, _ result: FeedResult, pause: Int64, requestedBy name: String?
    ) async throws(PublishingError) -> Bool

    /// Gives a claim up: the feed is due again at once.
    func release(_ claim: FeedClaim) async throws(PublishingError)
}
