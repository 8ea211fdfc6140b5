import HomeBlocks
import Publishing

/// The page changes of one transaction. Each is loaded, decided without the database, and written.
final class ChangeSession {
    private let catalog: BlockTypeCatalog
    /// The author of the changes, with the current rights once they were checked.
    var actor: Actor
    private let database: any SQLTransaction
    private var loader: PageLoader
    private var added: [AddedContent] = []
    /// The live revision after the last change.
    private(set) var live: DecidedRevision?

    init(_ store: SQLPageStore<some SQLEngine>, by actor: Actor, _ database: any SQLTransaction) {
        catalog = store.catalog
        loader = PageLoader(store.memory, database)
        self.actor = actor
        self.database = database
    }

    /// Locks and loads a page.
    ///
    /// - Returns: nil if the page does not exist.
    func load(
        _ slug: String, _ check: RequestCheck? = nil, needs: ContentNeeds = ContentNeeds(),
        lock: PageLoader.Lock = .page
    ) throws -> (row: PageRow, page: LoadedPage)? {
        try loader.load(slug, check?.queries(database) ?? [], needs: needs, lock: lock)
    }

    /// Runs a decision about a page without writing anything.
    func decide<Outcome>(
        _ row: PageRow, _ loaded: LoadedPage, _ decide: (inout PageTransaction) throws -> Outcome
    ) throws -> Outcome {
        var loaded = loaded
        return try loader.decide(row, &loaded, by: actor, catalog, decide).outcome
    }

    /// Decides on a change of a page and writes it.
    ///
    /// - Parameter isDryRun: whether nothing is written.
    func change<Outcome>(
        _ row: PageRow, _ loaded: LoadedPage, isDryRun: Bool = false,
        _ decide: (inout PageTransaction) throws -> Outcome
    ) throws -> Outcome {
        var loaded = loaded
        let (transaction, outcome) = try loader.decide(row, &loaded, by: actor, catalog, decide)
        guard !isDryRun else { return outcome }
        guard let ids = loader.ids else { throw PublishingError.internalError("a page was changed without a lock") }
        var writer = PageWriter(row, by: transaction.created, ids, known: loaded.content.trees, database)
        try writer.write(transaction.finished(), newTrees: transaction.newTrees)
        writer.note(live: transaction.live)
        added.append(writer.added)
        live = DecidedRevision(transaction, trees: loaded.content.trees)
        return outcome
    }

    /// Decides on the first content of a page and creates the page.
    func create<Outcome>(
        _ page: PageInfo, at now: Instant, isDryRun: Bool, _ decide: (inout PageTransaction) throws -> Outcome
    ) throws -> Outcome {
        let created = Authorship(by: actor.name, at: now)
        var loaded = try loader.loadNew(page, at: now)
        // The page is inserted after the decision, which may reject it.
        let unsaved = PageRow(id: 0, info: page)
        let (transaction, outcome) = try loader.decide(unsaved, &loaded, by: actor, catalog, decide)
        guard !isDryRun, let ids = loader.ids else { return outcome }
        var writer = PageWriter(try database.insert(page, by: created), by: created, ids, known: [:], database)
        try writer.write(transaction.finished(), newTrees: transaction.newTrees)
        added.append(writer.added)
        return outcome
    }

    /// The content to cache once the transaction is committed.
    var remembered: RememberedContent {
        RememberedContent(read: loader.stored, added: added, generation: loader.generation)
    }
}

/// The content that a transaction has read and added.
struct RememberedContent: Sendable {
    let read: StoredContent
    let added: [AddedContent]
    let generation: Int

    func add(to memory: PageMemory) {
        memory.add(read, generation: generation)
        for content in added { memory.add(content.stored, generation: generation) }
    }
}

// MARK: - Changes of the store

extension SQLPageStore {
    /// Runs a transaction once: a retry with the same key returns the first outcome.
    ///
    /// - Parameter lock: a lock that comes before that of the actor's credential.
    func changeOnce(
        _ context: ChangeContext, lock: NamedLock? = nil,
        _ body: @escaping @Sendable (ChangeSession, any SQLTransaction, RequestCheck) throws -> ChangeOutcome
    ) async throws(PublishingError) -> ChangeOutcome {
        try await changePages(context, .groupCommit(page: nil)) { session, database in
            let check = RequestCheck(context, isOnce: true, at: clock.now)
            if let lock { try database.lock(lock) }
            try database.query(check.queries(database))
            if let first = try check.firstOutcome() { return first }
            let outcome = try body(session, database, check)
            try check.store(outcome, database)
            return outcome
        }
    }

    /// Runs a transaction that changes pages.
    func changePages<Outcome: Sendable>(
        _ context: ChangeContext, _ end: TransactionEnd,
        _ body: @escaping @Sendable (ChangeSession, any SQLTransaction) throws -> Outcome
    ) async throws(PublishingError) -> Outcome {
        do {
            let (outcome, remembered) = try await engine.write(end) { database in
                let session = ChangeSession(self, by: context.actor, database)
                let outcome = try body(session, database)
                return (outcome, session.remembered)
            }
            if end != .rollback { remembered.add(to: memory) }
            return outcome
        } catch { throw .translated(error) }
    }
}
