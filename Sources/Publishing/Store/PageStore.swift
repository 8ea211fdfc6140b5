/// Stores pages. Each method is one transaction, and its changes are durable when it returns. Every method throws
/// ``PublishingError``.
public protocol PageStore: PageReading, PagePublishing, AudienceStore, AccessStore, SessionStore, FeedStore,
    PictureStore, LinkStore
{
    /// The layouts that changes are validated against.
    var layouts: CurrentLayouts { get }

    /// Replaces the layouts between two changes, unless a layout that a page uses is missing.
    ///
    /// - Returns: the stored content that the new layouts reject, which stays unchanged.
    /// - Throws: ``PublishingError/conflict(_:)`` with the missing layouts.
    func replaceLayouts(with catalog: BlockTypeCatalog) async throws(PublishingError) -> [RefusedContent]

    /// Emits the changes that other programs make. A caller requests the next element after it has refreshed its caches
    /// for the last one.
    ///
    /// - Parameter version: the version of this program. If the database has nodes, this call makes the program one of
    ///   them.
    func externalChanges(version: String) -> AsyncStream<ExternalChanges>

    /// Emits changes again because the caches could not be refreshed after them. The node is not ready until they are.
    func retryRefresh(_ changes: ExternalChanges)

    /// This program as one of the database's nodes; nil if the database does not support several nodes.
    var node: NodeState? { get }

    /// The state that all nodes of the database share; nil if the database does not support several nodes.
    var shared: (any SharedStore)? { get }

    /// Runs something unless another node is running it.
    ///
    /// - Returns: whether it was run.
    func runAlone(_ body: @Sendable () async -> Void) async throws(PublishingError) -> Bool

    /// Checks that changes can be made now.
    ///
    /// - Throws: ``PublishingError/unavailable(_:)`` with the reason if they cannot.
    func checkReadiness() async throws(PublishingError)

    /// Deletes stored responses that are too old for a retry.
    ///
    /// - Returns: how many were deleted.
    @discardableResult
    func deleteOldResponses() async throws(PublishingError) -> Int

    /// Adds a batch of blocks and pictures that earlier versions of the program stored without indexing to the search
    /// indexes.
    ///
    /// - Returns: how many were added; 0 if none were left.
    func indexTexts() async throws(PublishingError) -> Int

    /// Returns metrics about the stored data.
    func metrics() async throws(PublishingError) -> StoreMetrics
}

/// Reads pages.
public protocol PageReading: Sendable {
    // MARK: For clients

    /// All pages that someone with these rights may know of, by slug.
    func pages(for rights: Rights) async throws(PublishingError) -> [PageSummary]

    /// One page.
    func page(_ page: String) async throws(PublishingError) -> PageSummary

    /// The page as clients get it now.
    func shown(_ page: String, at now: Instant) async throws(PublishingError) -> LivePage

    /// The page as clients got it at a past instant, or will get it at a future one according to the current plan.
    func shown(_ page: String, asOf instant: Instant) async throws(PublishingError) -> LivePage

    /// Versions of blocks. They never change, so callers may cache them.
    func blocks(_ ids: Set<BlockVersionID>) async throws(PublishingError) -> [BlockVersionID: BlockResource]

    // MARK: For operators

    /// A page's current revision in a stage.
    func revision(_ page: String, _ stage: Stage) async throws(PublishingError) -> LiveRevision

    /// One revision of a page.
    func revision(_ page: String, number: Int) async throws(PublishingError) -> LiveRevision

    /// Maps each block of a stage to a value, in order, one at a time.
    func blockStates<Value: Sendable>(
        _ page: String, _ stage: Stage, _ make: @escaping @Sendable (BlockState) -> Value
    ) async throws(PublishingError) -> [Value]

    /// One block of a stage.
    func blockState(_ code: String, of page: String, _ stage: Stage) async throws(PublishingError) -> BlockState

    /// The changes that publishing the draft would make.
    func draftDifference(_ page: String) async throws(PublishingError) -> DraftDifference

    /// The difference between a revision and another one, or the one it was made from.
    func difference(
        _ page: String, of number: Int, against other: Int?
    ) async throws(PublishingError) -> (against: Int?, difference: RevisionDifference)

    /// The revisions of a page, newest first.
    ///
    /// - Parameter block: the code of a block, to return only revisions that added, changed or removed it.
    func revisions(
        _ page: String, _ range: ListRange, onlyReleased: Bool, changing block: String?
    ) async throws(PublishingError) -> ListPage<RevisionSummary>

    /// Live and draft blocks that match a query, last changed first.
    ///
    /// - Parameter page: the page to search; nil for all pages.
    func search(
        _ query: SearchQuery, page: String?, _ range: ListRange, for rights: Rights
    ) async throws(PublishingError) -> ListPage<SearchResult>

    /// The releases of a page, last to take effect first.
    func releases(_ page: String, _ range: ListRange) async throws(PublishingError) -> ListPage<Release>

    func release(_ id: Int64, of page: String) async throws(PublishingError) -> Release

    /// What publishing the draft or a planned release would give to clients, and what was said about it.
    func review(_ page: String, _ subject: ReviewedState.Subject) async throws(PublishingError) -> ReviewedState

    /// The same, and what it changes for clients, from one transaction.
    func reviewWithDifference(
        _ page: String, _ subject: ReviewedState.Subject
    ) async throws(PublishingError) -> (state: ReviewedState, difference: RevisionDifference)

    /// The planned events of all pages: releases, takeovers, and windows of blocks and cards.
    func calendar(_ range: CalendarRange, for rights: Rights) async throws(PublishingError) -> [CalendarEntry]

    /// The takeovers of a page, last to begin first.
    func takeovers(_ page: String, for rights: Rights) async throws(PublishingError) -> [Takeover]
}

extension PageReading {
    /// The revisions of a page, newest first.
    public func revisions(
        _ page: String, _ range: ListRange, onlyReleased: Bool
    ) async throws(PublishingError) -> ListPage<RevisionSummary> {
        try await revisions(page, range, onlyReleased: onlyReleased, changing: nil)
    }

    /// The blocks of a stage in order.
    public func blockStates(_ page: String, _ stage: Stage) async throws(PublishingError) -> [BlockState] {
        try await blockStates(page, stage) { $0 }
    }
}

/// Changes pages.
public protocol PagePublishing: Sendable {
    /// Changes a page with one decision, in one transaction with exclusive access to the page. The request's actor must
    /// be authorized when the transaction runs. A retry with the same key returns the first outcome.
    ///
    /// - Parameters:
    ///   - needs: the content that the decision will read, as far as known in advance.
    ///   - isDryRun: whether to roll the change back.
    ///   - decide: the decision, which may run several times. If it throws, its error is rethrown and nothing is
    ///     stored.
    func change(
        _ page: String, _ context: ChangeContext, needs: ContentNeeds, isDryRun: Bool,
        _ decide: @escaping @Sendable (inout PageTransaction) throws -> ChangeOutcome
    ) async throws(PublishingError) -> ChangeOutcome

    /// Copies a block of a stage of a page into the draft of a page.
    func copyBlock(
        _ code: String, of page: String, _ stage: Stage, _ copy: BlockCopy, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome

    /// Makes a document the next live revision or the draft of a page. Creates the page if it does not exist.
    func importPage(_ page: PageImport, _ context: ChangeContext) async throws(PublishingError) -> ChangeOutcome

    /// Adds the first pages to a store without any, all or none.
    func addStarterPages(_ pages: [(slug: String, document: PageDocument)]) async throws(PublishingError)

    func createPage(
        _ plan: PagePlan, _ context: ChangeContext
    ) async throws(PublishingError) -> ChangeOutcome

    func renamePage(
        _ page: String, _ renaming: PageRenaming, _ context: ChangeContext
    ) async throws(PublishingError) -> PageSummary

    /// Deletes a page with its whole history, unless a takeover uses it.
    func deletePage(_ page: String, _ context: ChangeContext) async throws(PublishingError) -> PageSummary

    /// Deletes the oldest revisions of a page that need not be kept and that nothing refers to: a small batch, so that
    /// no other change waits for long. There may be more until it returns 0.
    ///
    /// - Parameter start: the revision that counts as the newest and the instant that counts as now; nil for the
    ///   current ones.
    /// - Returns: how many revisions were deleted.
    func prune(
        _ page: String, _ retention: Retention, from start: PruningStart?, by actor: Actor
    ) async throws(PublishingError) -> Int

    /// The state at which a pruning of a page that begins now starts.
    func pruningStart(of page: String) async throws(PublishingError) -> PruningStart
}
