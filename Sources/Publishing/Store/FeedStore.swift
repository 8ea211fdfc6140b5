/// Stores feeds, their last good lists and their logs.
public protocol FeedStore: Sendable {
    // MARK: Definitions

    /// All feeds, by name.
    func feeds() async throws(PublishingError) -> [FeedState]

    /// The uses of each feed in all content that is live or may become live, by the feed's name. Unused feeds are left
    /// out.
    func feedUses(for rights: Rights) async throws(PublishingError) -> [String: [FeedUse]]

    /// One feed.
    func feed(_ name: String) async throws(PublishingError) -> FeedState

    /// Stores a new feed, which is due at once.
    func createFeed(_ feed: Feed, _ context: ChangeContext) async throws(PublishingError) -> ChangeOutcome

    /// Replaces a feed's definition. Its list stays until the next good one.
    func replaceFeed(_ feed: Feed, _ context: ChangeContext) async throws(PublishingError) -> FeedState

    /// Deletes a feed with its list and its log.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if a page, a draft or a planned release uses it.
    func deleteFeed(_ name: String, _ context: ChangeContext) async throws(PublishingError) -> FeedState

    /// The log of a feed, newest first.
    func feedLog(_ name: String, _ range: ListRange) async throws(PublishingError) -> ListPage<FeedLogEntry>

    // MARK: Lists

    /// The last good lists of some feeds, by name. Feeds without one are left out.
    func feedLists(_ names: Set<String>) async throws(PublishingError) -> [String: FeedList]

    // MARK: Refreshing

    /// When the next feed that is not being requested is due; nil if there is none.
    func nextFeedDue() async throws(PublishingError) -> Instant?

    /// Claims feeds that are due: no other node gets them until this one has finished or its claim has expired.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of feeds.
    ///   - failing: how many of them may be feeds whose last request failed.
    func claimDueFeeds(limit: Int, failing: Int) async throws(PublishingError) -> [FeedClaim]

    /// Claims a feed whether it is due or not.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if it is being requested now.
    func claimFeed(_ name: String) async throws(PublishingError) -> FeedClaim

    /// Stores the result of a refresh.
    ///
    /// - Parameters:
    ///   - pause: milliseconds until the next request.
    ///   - name: who requested the refresh; nil if it was due.
    /// - Returns: whether clients' responses may have changed. Nothing is stored if the feed was changed in the
    ///   meantime.
    func finish(
        _ claim: FeedClaim, _ result: FeedResult, pause: Int64, requestedBy name: String?
    ) async throws(PublishingError) -> Bool

    /// Gives up a claim: the feed is due again at once.
    func release(_ claim: FeedClaim) async throws(PublishingError)
}
