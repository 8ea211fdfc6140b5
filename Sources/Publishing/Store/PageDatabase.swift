/// A database with pages, as the program opens it.
public protocol PageDatabase: PageStore {
    /// Adds pages to a database that has none.
    func addStarterPages(_ pages: [(slug: String, document: PageDocument)]) async throws(PublishingError)

    /// Repairs what can be repaired: each page in a transaction of its own.
    ///
    /// - Returns: what was done, a line each.
    func repair(by actor: Actor) async throws(PublishingError) -> [String]

    /// Checks that each layout that a live page, a draft or a planned release uses is there.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` with the layouts that are missing.
    func checkLayouts() async throws(PublishingError)

    /// Finds everything that is wrong.
    func check() async throws(PublishingError) -> DatabaseReport

    /// How many revisions of a page pruning would forget now.
    func forgettableRevisions(of page: String, _ retention: Retention) async throws(PublishingError) -> Int

    /// How many pictures pruning would delete.
    func unusedPictures(uploadedBefore instant: Instant) async throws(PublishingError) -> Int

    /// What about the server's settings endangers the pages, a sentence each; empty for a file.
    func warnings() async throws(PublishingError) -> [String]

    /// Ends all use of the database.
    func close() throws
}
