/// Stores pages. Each method is one transaction: it happens as a whole or not at all, and what it has returned is
/// durable. Every method throws ``PublishingError``.
public protocol PageStore: PageReading, PagePublishing, AudienceStore, AccessStore, SessionStore, FeedStore,
    PictureStore
{
    /// The layouts by which changes are checked.
    var layouts: CurrentLayouts { get }

    /// Replaces the layouts between two changes, unless one that a page uses is gone.
    ///
    /// - Returns: the stored content that the new layouts refuse, which stays as it is.
    /// - Throws: ``PublishingError/conflict(_:)`` with the layouts that are gone.
    func replaceLayouts(with catalog: BlockTypeCatalog) async throws(PublishingError) -> [RefusedContent]

    /// Emits the changes of other programs. A caller requests the next element once it has published the last one.
    ///
    /// - Parameter version: the version of the program, which with this becomes a node of the database.
    func externalChanges(version: String) -> AsyncStream<ExternalChanges>

    /// Has changes emitted again that could not be published. Until they are, the node is not ready.
    func retryRefresh(_ changes: ExternalChanges)

    /// This program as one of several nodes on a database; nil if a database has one at most.
    var node: NodeState? { get }

    /// What all nodes on a database have in common; nil if a database has one at most.
    var shared: (any SharedStore)? { get }

    /// Runs something while no other node does.
    ///
    /// - Returns: false if another node does; then it was not run.
    func runAlone(_ body: @Sendable () async -> Void) async throws(PublishingError) -> Bool

    /// Throws ``PublishingError/unavailable(_:)`` with the reason if changes cannot be made now.
    func checkReadiness() async throws(PublishingError)

    /// Deletes stored responses that no retry can request any more.
    ///
    /// - Returns: how many there were.
    @discardableResult
    func deleteOldResponses() async throws(PublishingError) -> Int

    /// Puts some blocks and pictures into the indexes for searches that are not in them: those of earlier versions of the
    /// program.
    ///
    /// - Returns: how many they were; 0 if there are none.
    func indexTexts() async throws(PublishingError) -> Int

    /// Returns how much there is of everything.
    func metrics() async throws(PublishingError) -> StoreMetrics
}

/// Reads pages.
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
    ///
    /// - Parameter block: the code of a block; then only revisions that added, changed or removed it.
    func revisions(
        _ page: String, _ range: ListRange, onlyReleased: Bool, changing block: String?
    ) async throws(PublishingError) -> ListPage<RevisionSummary>

    /// Blocks of live and of drafts that have what is searched for, the last that were changed first.
    ///
    /// - Parameter page: the page that is searched; nil is all.
    func search(
        _ query: SearchQuery, page: String?, _ range: ListRange
    ) async throws(PublishingError) -> ListPage<SearchResult>

    /// The releases of a page, the last to take effect first.
    func releases(_ page: String, _ range: ListRange) async throws(PublishingError) -> ListPage<Release>

    func release(_ id: Int64, of page: String) async throws(PublishingError) -> Release

    /// What is planned on all pages: releases, takeovers, and windows of blocks and cards.
    func calendar(_ range: CalendarRange) async throws(PublishingError) -> [CalendarEntry]

    /// The takeovers of a page, the last to begin first.
    func takeovers(_ page: String) async throws(PublishingError) -> [Takeover]
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
    /// Changes a page by one decision, in one transaction that has the page for itself. Its actor must be authorized when it
    /// runs. A retry with the same key returns the first outcome.
    ///
    /// - Parameters:
    ///   - needs: what the decision will ask for, as far as that is known.
    ///   - isDryRun: whether nothing is stored.
    ///   - decide: may run several times. What it throws is thrown, and nothing is stored.
    func change(
        _ page: String, _ request: RequestInfo, needs: ContentNeeds, isDryRun: Bool,
        _ decide: @escaping @Sendable (inout PageTransaction) throws -> ChangeOutcome
    ) async throws(PublishingError) -> ChangeOutcome

    /// Copies a block of a stage of a page into the draft of a page.
    func copyBlock(
        _ code: String, of page: String, _ stage: Stage, _ copy: BlockCopy, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome

    /// Makes a document the next live revision of a page, which is created if there is none.
    func importPage(_ page: PageImport, _ request: RequestInfo) async throws(PublishingError) -> ChangeOutcome

    /// Gives a store that has no page at all its first ones, all or none.
    func addStarterPages(_ pages: [(slug: String, document: PageDocument)]) async throws(PublishingError)

    func createPage(
        _ plan: PagePlan, _ request: RequestInfo
    ) async throws(PublishingError) -> ChangeOutcome

    func renamePage(
        _ page: String, _ renaming: PageRenaming, _ request: RequestInfo
    ) async throws(PublishingError) -> PageSummary

    /// Deletes a page with its whole history, unless a takeover needs it.
    func deletePage(_ page: String, _ request: RequestInfo) async throws(PublishingError) -> PageSummary

    /// Forgets the oldest revisions of a page that need not be kept and that nothing refers to: so few at once that
    /// no other change waits for long. There may be more until it returns 0.
    ///
    /// - Parameter start: what counts as the newest revision, and as the present; nil for what is so now.
    /// - Returns: how many revisions were forgotten.
    func prune(
        _ page: String, _ retention: Retention, from start: PruningStart?, by actor: Actor
    ) async throws(PublishingError) -> Int

    /// Where a pruning of a page starts that begins now.
    func pruningStart(of page: String) async throws(PublishingError) -> PruningStart
}
