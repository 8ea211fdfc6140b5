/// A database with pages, as opened by the program.
public protocol PageDatabase: PageStore {
    /// Adds pages to a database that has none.
    func addStarterPages(_ pages: [(slug: String, document: PageDocument)]) async throws(PublishingError)

    /// Makes all possible repairs, each page in its own transaction.
    ///
    /// - Returns: the repairs, one line each.
    func repair(by actor: Actor) async throws(PublishingError) -> [String]

    /// Checks that each layout that a live page, a draft or a planned release uses exists.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` with the missing layouts.
    func checkLayouts() async throws(PublishingError)

    /// Finds all problems in the database.
    func check() async throws(PublishingError) -> DatabaseReport

    /// How many revisions of a page pruning would delete now.
    func prunableRevisions(of page: String, _ retention: Retention) async throws(PublishingError) -> Int

    /// How many pictures pruning would delete.
    func unusedPictures(uploadedBefore instant: Instant) async throws(PublishingError) -> Int

    /// Warnings about the database server's settings and about audiences, a sentence each.
    func warnings() async throws(PublishingError) -> [String]

    /// Closes the database.
    func close() throws
}
