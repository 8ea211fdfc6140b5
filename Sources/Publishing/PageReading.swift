/// What can be asked about pages.
public protocol PageReading: Sendable {
    // MARK: For clients

    /// All pages, by slug.
    func pages() async throws(PublishingError) -> [PageSummary]

    /// One page.
    func page(_ page: String) async throws(PublishingError) -> PageSummary

    /// What a page shows now.
    func shown(_ page: String, at now: Instant) async throws(PublishingError) -> LivePage

    /// What a page showed at an instant that is past, or will show as is planned now.
    func shown(_ page: String, asOf instant: Instant) async throws(PublishingError) -> LivePage

    /// Versions of blocks. They never change, so that callers may keep them.
    func blocks(_ ids: Set<BlockVersionID>) async throws(PublishingError) -> [BlockVersionID: BlockResource]

    // MARK: For operators

    /// A page's revision in a stage, now.
    func revision(_ page: String, _ stage: Stage) async throws(PublishingError) -> LiveRevision

    /// One revision of a page.
    func revision(_ page: String, number: Int) async throws(PublishingError) -> LiveRevision

    /// What is made of each block of a stage, in order, one after the other.
    func blockStates<Value: Sendable>(
        _ page: String, _ stage: Stage, _ make: @escaping @Sendable (BlockState) -> Value
    ) async throws(PublishingError) -> [Value]

    /// One block of a stage.
    func blockState(_ code: String, of page: String, _ stage: Stage) async throws(PublishingError) -> BlockState

    /// What publishing the draft would change.
    func draftDifference(_ page: String) async throws(PublishingError) -> DraftDifference

    /// What separates a revision from another one, or from the one it was made from.
    func difference(
        _ page: String, of number: Int, against other: Int?
    ) async throws(PublishingError) -> (against: Int?, difference: RevisionDifference)

    /// The revisions of a page, newest first.
    func revisions(
        _ page: String, _ range: ListRange, onlyReleased: Bool
    ) async throws(PublishingError) -> ListPage<RevisionSummary>

    /// The releases of a page, the last to take effect first.
    func releases(_ page: String, _ range: ListRange) async throws(PublishingError) -> ListPage<Release>

    /// The takeovers of a page, the last to begin first.
    func takeovers(_ page: String) async throws(PublishingError) -> [Takeover]
}

extension PageReading {
    /// The blocks of a stage in order.
    public func blockStates(_ page: String, _ stage: Stage) async throws(PublishingError) -> [BlockState] {
        try await blockStates(page, stage) { $0 }
    }
}
