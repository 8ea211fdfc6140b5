import HomeBlocks
import Publishing

/// Loads a page: first the rows that most changes need, in one round trip, then the content that a decision needs in
/// addition.
struct PageLoader {
    let memory: PageMemory
    let database: any SQLTransaction
    /// The content that was read, to cache once the transaction is committed.
    private(set) var stored = StoredContent()
    private(set) var generation: Int
    private(set) var ids: NewIDs?
    /// The takeovers of the page that was loaded last, if requested.
    private(set) var takeovers = PageTakeovers()
    private var usesTrees: Bool
    /// Whether pages were only loaded without a lock, so that nothing is written.
    private var isRead = true

    init(_ memory: PageMemory, _ database: any SQLTransaction) {
        self.memory = memory
        self.database = database
        generation = memory.generation
        usesTrees = !database.dialect.reusesTreeIDs
    }

    /// The lock on a page that is acquired before the page is read.
    enum Lock {
        /// Only this transaction changes the page until it ends. Waiting transactions get the lock in order.
        case page
        /// A lock on the row only, if it is already locked, or if ``NamedLock/pageNames`` may be locked afterwards,
        /// which comes before the locks of pages.
        case row
        /// No lock: the page is read as of an instant.
        case none(Instant)
    }

    /// Loads a page.
    ///
    /// - Parameters:
    ///   - others: queries that are run first, in the same message.
    ///   - needs: content that is already known to be needed.
    ///   - shownAt: the instant whose takeover is needed; the draft is not loaded then.
    /// - Returns: nil if the page does not exist.
    mutating func load(
        _ slug: String, _ others: [SQLQuery] = [], needs: ContentNeeds = ContentNeeds(),
        takeoverAt shownAt: Instant? = nil, lock: Lock = .page
    ) throws -> (row: PageRow, page: LoadedPage)? {
        // SQLite would end a text at a NUL character.
        guard Identifier.isSlug(slug) else {
            try database.query(others)
            return nil
        }
        var instant: Instant?
        if case .none(let now) = lock { instant = now }
        isRead = isRead && instant != nil
        if instant == nil || !database.dialect.reusesTreeIDs {
            generation = try memory.begin(database)
            usesTrees = true
        }
        // If queries are sent together, the page's id is assumed to be unchanged.
        let isAssumed = database.sendsQueriesTogether
        var others = others
        if isAssumed, memory.page(slug) == nil {
            guard let row = try database.page(slug) else {
                try database.query(others)
                return nil
            }
            memory.note(row)
        }
        while true {
            let assumed = isAssumed ? memory.page(slug) : nil
            let rows = PageRows(slug, needs, takeoverAt: shownAt, assumed: assumed, database)
            try database.query(others + rows.queries(lock))
            others = []
            guard let row = rows.page else { return nil }
            if isAssumed { memory.note(row) }
            // Another page has this name now, so read its rows.
            guard !isAssumed || assumed == row.id else { continue }
            if let own = rows.ids { ids = own }
            takeovers = rows.takeovers
            return (row, try rows.loaded(at: instant ?? database.programTime ?? rows.now ?? database.now()))
        }
    }

    /// Loads the state for a page that is going to be created.
    mutating func loadNew(_ page: PageInfo, at now: Instant) throws -> LoadedPage {
        isRead = false
        let rows = PageRows(page.slug, assumed: 0, database)
        try database.query([rows.idQuery] + (database.reservedIDs?.queries(database.idReuseVersion()) ?? []))
        ids = rows.ids
        return LoadedPage(new: page, at: now, nextRelease: rows.nextRelease)
    }

    // MARK: Needs of a decision

    /// Loads the content that a decision needs.
    mutating func load(_ needs: ContentNeeds, of page: PageRow, into content: inout LoadedContent) throws {
        let found = NeededRows(needs, of: page, database)
        found.trees = usesTrees ? memory.trees(needs.trees, generation: generation) : [:]
        found.blocks = memory.blocks(needs.blocks, generation: generation).mapValues { ($0, 0) }
        try database.query(found.queries(isRead: isRead))
        try found.add(to: &content)
        if usesTrees { stored.trees.merge(found.trees) { $1 } }
        stored.blocks.merge(found.blocks.filter { $0.value.bytes > 0 }) { $1 }
        if needs.takeovers { content.takeovers = (try database.takeovers(of: page), try database.nextTakeover()) }
    }

    /// The tree of the live revision.
    mutating func tree(of live: StoredRevision, _ page: PageRow) throws -> PageTree {
        if let tree = memory.liveTree(of: page, release: live.release, generation: generation) { return tree }
        var needs = ContentNeeds()
        needs.trees = [live.treeID]
        var content = LoadedContent()
        try load(needs, of: page, into: &content)
        let tree = content.trees[live.treeID] ?? PageTree()
        if let release = live.release { stored.live[page.id] = (release, tree) }
        return tree
    }

    /// Runs a decision, and repeats it with the content that it needs until it is complete.
    mutating func decide<Outcome>(
        _ page: PageRow, _ loaded: inout LoadedPage, by actor: Actor, _ catalog: BlockTypeCatalog,
        _ decide: (inout PageTransaction) throws -> Outcome
    ) throws -> (transaction: PageTransaction, outcome: Outcome) {
        var lastNeeds: ContentNeeds?
        while true {
            var transaction = PageTransaction(loaded, by: actor, catalog)
            do {
                let outcome = try decide(&transaction)
                return (transaction, outcome)
            } catch let needs as ContentNeeds {
                guard needs != lastNeeds else {
                    throw PublishingError.internalError("a decision requested the same content twice")
                }
                lastNeeds = needs
                try load(needs, of: page, into: &loaded.content)
                for slug in needs.pages {
                    let other = try database.lockPageIfExists(slug, for: .reference)
                    loaded.content.pages[slug] = .some(try other.map { try database.loaded($0, at: loaded.now) })
                }
            }
        }
    }
}
