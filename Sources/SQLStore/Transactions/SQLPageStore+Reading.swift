import HomeBlocks
public import Publishing

/// Reading pages, their revisions and their blocks.
extension SQLPageStore {
    public func pages(for rights: Rights) async throws(PublishingError) -> [PageSummary] {
        let now = clock.now
        return try await read { database in
            try database.pages(for: rights).compactMap { page in
                try summary(of: page, at: now, database)?.shown(to: rights)
            }
        }
    }

    public func page(_ page: String) async throws(PublishingError) -> PageSummary {
        let now = clock.now
        return try await read(page) { try requireSummary(of: $0, at: now, $1) }
    }

    public func shown(_ page: String, at instant: Instant) async throws(PublishingError) -> LivePage {
        let (live, remembered) = try await read(isShort: true) { database in
            var loader = PageLoader(memory, database)
            let live = try shown(page, at: instant, &loader, database)
            return (live, RememberedContent(read: loader.stored, added: [], generation: loader.generation))
        }
        remembered.add(to: memory)
        return live
    }

    private func shown(
        _ slug: String, at instant: Instant, _ loader: inout PageLoader, _ database: any SQLTransaction
    ) throws -> LivePage {
        let feeds = FeedVersions()
        guard
            let own = try loader.load(
                slug, [feeds.query], takeoverAt: instant, lock: .none(instant))
        else { throw PublishingError.noPage(slug) }
        let takeovers = loader.takeovers
        let live = try liveRevision(own, &loader)
        let takeoverRevision = try takeovers.active.map { takeover in
            let shown = try loader.load(takeover.shows.slug, takeoverAt: instant, lock: .none(instant))
            guard let shown else { throw PublishingError.noPage(takeover.shows.slug) }
            return try liveRevision(shown, &loader)
        }
        return LivePage(
            own: live, takeoverRevision: takeoverRevision,
            nextTakeover: takeovers.active?.record.until ?? takeovers.next,
            feeds: feeds.versions)
    }

    /// The live revision of a page, with references to its blocks.
    private func liveRevision(
        _ loaded: (row: PageRow, page: LoadedPage), _ loader: inout PageLoader
    ) throws -> LiveRevision {
        guard let live = loaded.page.live else { throw PublishingError.nothingLive(on: loaded.row.slug, isPast: true) }
        let tree = try loader.tree(of: live, loaded.row)
        return LiveRevision(
            page: loaded.row.info, live, tree, nextRelease: loaded.page.pending.first { !$0.isHeld }?.at,
            release: live.release)
    }

    public func shown(_ page: String, asOf instant: Instant) async throws(PublishingError) -> LivePage {
        if instant >= clock.now { return try await shown(page, at: instant) }
        return try await read(page) { page, database in try database.pastPage(page, at: instant) }
    }

    public func blocks(
        _ ids: Set<BlockVersionID>
    ) async throws(PublishingError) -> [BlockVersionID: BlockResource] {
        let generation = memory.generation
        let known = memory.blocks(ids, generation: generation)
        let missing = ids.subtracting(known.keys)
        if missing.isEmpty { return known }
        let read = try await read(isShort: true) { database in
            var needs = ContentNeeds()
            needs.blocks = missing
            let rows = NeededRows(needs, database)
            try database.query(rows.queries())
            return StoredContent(blocks: rows.blocks)
        }
        memory.add(read, generation: generation)
        return known.merging(read.blocks.mapValues(\.block)) { $1 }
    }

    // MARK: Stages

    public func revision(_ page: String, _ stage: Stage) async throws(PublishingError) -> LiveRevision {
        try await inspect(page, stage) { try $0.liveRevision() }
    }

    public func revision(_ page: String, number: Int) async throws(PublishingError) -> LiveRevision {
        try await read(page) { page, database in
            try database.liveRevision(try database.requireRevision(number, of: page), of: page)
        }
    }

    public func blockStates<Value: Sendable>(
        _ page: String, _ stage: Stage, _ make: @escaping @Sendable (BlockState) -> Value
    ) async throws(PublishingError) -> [Value] {
        try await inspect(page, stage) { stage in
            try stage.order.order.compactMap { try stage.block($0).map(make) }
        }
    }

    public func blockState(
        _ code: String, of page: String, _ stage: Stage
    ) async throws(PublishingError) -> BlockState {
        try await inspect(page, stage) { stage in
            guard let state = try stage.block(code) else { throw PublishingError.noBlock(code) }
            return state
        }
    }

    public func draftDifference(_ page: String) async throws(PublishingError) -> DraftDifference {
        try await inspect(page, .draft) { stage in
            let difference = try stage.session.decide(stage.row, stage.page) { try $0.draftDifference() }
            let authors = try difference.blocks.compactMap { block in
                try stage.author(of: block).map { (block.code, $0) }
            }
            let live = stage.page.live?.number ?? 0
            return DraftDifference(
                page: page, draft: stage.preview.draft?.state(of: page, live: live), against: live,
                difference: difference, authors: Dictionary(authors, uniquingKeysWith: { $1 }),
                orderAuthor: Authorship(by: stage.order.changedBy, at: stage.order.changedAt))
        }
    }

    public func review(
        _ slug: String, _ subject: ReviewedState.Subject
    ) async throws(PublishingError) -> ReviewedState {
        try await deciding(on: slug) { try $0.reviewed(subject) }
    }

    public func reviewWithDifference(
        _ slug: String, _ subject: ReviewedState.Subject
    ) async throws(PublishingError) -> (state: ReviewedState, difference: RevisionDifference) {
        try await deciding(on: slug) { try $0.reviewedWithDifference(subject) }
    }

    /// Decides something about a page, of which nothing is written.
    private func deciding<Outcome: Sendable>(
        on slug: String, _ decide: @escaping @Sendable (inout PageTransaction) throws -> Outcome
    ) async throws(PublishingError) -> Outcome {
        let now = clock.now
        return try await read { database in
            let session = ChangeSession(self, by: .program, database)
            guard let (row, page) = try session.load(slug, lock: .none(now)) else {
                throw PublishingError.noPage(slug)
            }
            return try session.decide(row, page, decide)
        }
    }

    /// Reads the current state of a stage. A draft that a planned release has overtaken is brought up to date in
    /// memory.
    private func inspect<Value: Sendable>(
        _ slug: String, _ stage: Stage, _ body: @escaping @Sendable (InspectedStage) throws -> Value
    ) async throws(PublishingError) -> Value {
        let now = clock.now
        return try await read { try body(self.stage(stage, of: slug, at: now, $0)) }
    }

    func stage(
        _ stage: Stage, of slug: String, at now: Instant, _ database: any SQLTransaction
    ) throws -> InspectedStage {
        let session = ChangeSession(self, by: .program, database)
        guard let (row, page) = try session.load(slug, lock: .none(now)) else { throw PublishingError.noPage(slug) }
        let preview = try session.decide(row, page) { try $0.preview(stage) }
        return InspectedStage(row: row, page: page, preview: preview, session: session, database: database)
    }

    private func summary(of page: PageRow, at now: Instant, _ database: any SQLTransaction) throws -> PageSummary? {
        let session = ChangeSession(self, by: .program, database)
        guard let (row, loaded) = try session.load(page.slug, lock: .none(now)), let live = loaded.live else {
            return nil
        }
        return PageSummary(
            live: live.identity(of: row.info), hasDraft: try draftRevision(row, loaded, session, database) != nil,
            showing: try database.activeTakeover(of: page, at: now)?.shows.slug,
            nextRelease: loaded.pending.first { !$0.isHeld }?.at,
            request: try row.info.review.isOn ? database.reviewRequest(of: page) : nil,
            waiting: loaded.pending.filter(\.isHeld).map(\.id))
    }

    /// The number of the draft's revision; nil if there is no draft.
    func draftRevision(
        _ row: PageRow, _ page: LoadedPage, _ session: ChangeSession, _ database: any SQLTransaction
    ) throws -> Int? {
        guard let draft = page.draft, let live = page.live else { return nil }
        do {
            if !draft.isBehind(live.number), let stored = page.content.revisions[draft.revision] ?? nil {
                return try draft.conflicts.isEmpty && database.isSame(stored, live) ? nil : draft.revision
            }
            return try session.decide(row, page) { try $0.preview(.draft) }.draft?.revision
        } catch let failure as any SQLFailure {
            throw failure
        } catch {
            // A draft that cannot be brought up to date still exists: it can be discarded.
            return draft.revision
        }
    }

    func requireSummary(of page: PageRow, at now: Instant, _ database: any SQLTransaction) throws -> PageSummary {
        guard let summary = try summary(of: page, at: now, database) else {
            throw PublishingError.internalError("the page \(page.slug) has no live revision")
        }
        return summary
    }
}

extension SQLTransaction {
    /// The page as it was shown at a past instant.
    fileprivate func pastPage(_ page: PageRow, at instant: Instant) throws -> LivePage {
        func revision(_ page: PageRow) throws -> LiveRevision {
            guard let revision = try live(of: page, asOf: instant) else {
                throw PublishingError.nothingLive(on: page.slug, isPast: true)
            }
            return try liveRevision(revision, of: page, nextRelease: try nextRelease(of: page, after: instant))
        }
        let takeover = try activeTakeover(of: page, at: instant)
        let next = try number(TakeoverRow.nextQuery, page.id, instant).map(Instant.init(milliseconds:))
        return LivePage(
            own: try revision(page), takeoverRevision: try takeover.map { try revision($0.shows) },
            nextTakeover: takeover?.record.until ?? next, feeds: try feedVersions())
    }
}

/// The versions of all feeds' lists, filled in by a query.
private final class FeedVersions {
    private(set) var versions: [String: Int64] = [:]

    var query: SQLQuery {
        SQLQuery(SQLDialect.feedVersions) { self.versions[try $0.text(0)] = try $0.id(1) }
    }
}
