/// What can be done to pages.
public protocol PagePublishing: Sendable {
    /// Changes a stage, if the precondition holds when the transaction runs.
    func change(_ change: PageChange, _ request: RequestInfo) async throws(PublishingError) -> ChangeOutcome

    /// Makes a document the next live revision of a page, which is created if there is none.
    func importPage(_ page: PageImport, _ request: RequestInfo) async throws(PublishingError) -> ImportOutcome

    /// Gives a store that has no page at all its first ones, all or none.
    func addStarterPages(_ pages: [(slug: String, document: PageDocument)]) async throws(PublishingError)

    /// Makes the draft live, now or at an instant; then there is no draft any more.
    func publish(
        _ page: String, _ publication: Publication, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome

    /// Throws the draft away.
    func discardDraft(_ page: String, _ request: RequestInfo) async throws(PublishingError) -> DraftState

    /// Releases a revision's content as a new revision; the draft and pending releases stay as they are.
    func restore(
        _ page: String, number: Int, message: String, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome

    /// Cancels a release that has not taken effect yet.
    func cancelRelease(
        _ id: Int64, of page: String, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome

    /// Has a page show another one for some time.
    func takeOver(
        _ page: String, _ plan: TakeoverPlan, _ request: RequestInfo
    ) async throws(PublishingError) -> Takeover

    /// Cancels a takeover that has not ended yet.
    func cancelTakeover(_ id: Int64, of page: String, _ request: RequestInfo) async throws(PublishingError) -> Takeover

    func createPage(_ plan: PagePlan, _ request: RequestInfo) async throws(PublishingError) -> PageSummary

    func renamePage(
        _ page: String, _ renaming: PageRenaming, _ request: RequestInfo
    ) async throws(PublishingError) -> PageSummary

    /// Deletes a page with its whole history, unless a takeover needs it.
    func deletePage(_ page: String, _ request: RequestInfo) async throws(PublishingError) -> PageSummary

    /// Forgets the oldest revisions of a page that need not be kept and that nothing refers to: so few at once that
    /// no other change waits for long. There may be more until it answers 0.
    ///
    /// - Returns: how many revisions were forgotten.
    func prune(_ page: String, _ retention: Retention, by actor: Actor) async throws(PublishingError) -> Int
}
