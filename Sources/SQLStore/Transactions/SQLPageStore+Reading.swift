import HomeBlocks
public import Publishing

/// What pages hold and show.
extension SQLPageStore {
    public func pages() async throws(PublishingError) -> [PageSummary] {
        let now = clock.now
        return try await read { database in
            try database.pages().compactMap { try summary(of: $0, at: now, database) }
        }
    }

    public func page(_ page: String) async throws(PublishingError) -> PageSummary {
        let now = clock.now
        return try await read(page) { try requireSummary(of: $0, at: now, $1) }
    }

    public func shown(_ page: String, at instant: Instant) async throws(PublishingError) -> LivePage {
        try await read(page) { page, database in
            try database.livePage(page, at: instant, trees) { try database.effective(instant, on: $0) }
        }
    }

    public func shown(_ page: String, asOf instant: Instant) async throws(PublishingError) -> LivePage {
        let isPast = instant < clock.now
        return try await read(page) { page, database in
            try database.livePage(page, at: instant, nil) {
                isPast ? instant : try database.effective(instant, on: $0)
            }
        }
    }

    public func blocks(
        _ ids: Set<BlockVersionID>
    ) async throws(PublishingError) -> [BlockVersionID: BlockResource] {
        try await read { database in
            var blocks: [BlockVersionID: BlockResource] = [:]
            for id in ids { blocks[id] = try database.block(id) }
            return blocks
        }
    }

    // MARK: Stages

    public func revision(_ page: String, _ stage: Stage) async throws(PublishingError) -> LiveRevision {
        try await inspect(page, stage) { page, revision, _, database in
            try revision.liveRevision(of: page, database)
        }
    }

    public func revision(_ page: String, number: Int) async throws(PublishingError) -> LiveRevision {
        try await read(page) { page, database in
            try database.liveRevision(try database.requireRevision(number, of: page), of: page)
        }
    }

    public func blockStates<Value: Sendable>(
        _ page: String, _ stage: Stage, _ make: @escaping @Sendable (BlockState) -> Value
    ) async throws(PublishingError) -> [Value] {
        try await inspect(page, stage) { _, revision, _, database in
            try revision.order.order.compactMap { try revision.block($0, database).map(make) }
        }
    }

    public func blockState(
        _ code: String, of page: String, _ stage: Stage
    ) async throws(PublishingError) -> BlockState {
        try await inspect(page, stage) { _, revision, _, database in
            guard let state = try revision.block(code, database) else { throw PublishingError.noBlock(code) }
            return state
        }
    }

    public func draftDifference(_ page: String) async throws(PublishingError) -> DraftDifference {
        let now = clock.now
        return try await inspect(page, .draft) { page, revision, draft, database in
            let live = try database.requireLive(of: page, at: now)
            let comparison = RevisionComparison(page: page, catalog: catalog, database: database)
            let difference = try comparison.difference(live, revision)
            let authors = try difference.blocks.compactMap { block in
                try author(of: block, in: revision, of: page, database).map { (block.code, $0) }
            }
            return DraftDifference(
                page: page.slug, draft: draft, against: live.number, difference: difference,
                authors: Dictionary(authors, uniquingKeysWith: { $1 }),
                orderAuthor: Authorship(by: revision.order.changedBy, at: revision.order.changedAt))
        }
    }

    /// Who made a block what it is in a stage, or removed it.
    private func author(
        of block: RevisionDifference.Block, in stage: StageRevision, of page: PageRow, _ database: any SQLDatabase
    ) throws -> Authorship? {
        if block.new != nil {
            return try stage.block(block.code, database).map { Authorship(by: $0.changedBy, at: $0.changedAt) }
        }
        return try database.removal(of: block.code, on: page, until: stage.row.number)
    }

    /// Reads a stage as it is now. A draft that a planned release has overtaken is brought up in memory.
    private func inspect<Value: Sendable>(
        _ slug: String, _ stage: Stage,
        _ body: @escaping @Sendable (PageRow, StageRevision, DraftState?, any SQLDatabase) throws -> Value
    ) async throws(PublishingError) -> Value {
        let now = clock.now
        return try await read(slug) { page, database in
            let live = try database.requireLive(of: page, at: now)
            guard stage == .draft, let (revision, draft) = try draft(of: page, on: live, database) else {
                return try body(page, StageRevision(row: live), nil, database)
            }
            return try body(page, revision, draft.state(of: page.slug, live: live.number), database)
        }
    }

    /// The draft as it is now, and what it holds. One that a planned release has overtaken is brought up in memory.
    ///
    /// - Returns: nil if there is no draft or if it equals live.
    func draft(
        of page: PageRow, on live: RevisionRow, _ database: any SQLDatabase
    ) throws -> (revision: StageRevision, draft: Draft)? {
        guard let stored = try database.draft(of: page) else { return nil }
        return try propagator(page, by: stored.updated, database).preview(stored, with: live)
    }

    private func summary(of page: PageRow, at now: Instant, _ database: any SQLDatabase) throws -> PageSummary? {
        let instant = try database.effective(now, on: page)
        guard let live = try database.live(of: page, asOf: instant) else { return nil }
        return PageSummary(
            page: page.info, revision: live.number, hasDraft: try draftRevision(of: page, on: live, database) != nil,
            showing: try database.activeTakeover(of: page, at: now)?.shows.slug,
            nextRelease: try database.nextRelease(of: page, after: instant))
    }

    /// The number of the draft's revision; nil if there is no draft.
    func draftRevision(of page: PageRow, on live: RevisionRow, _ database: any SQLDatabase) throws -> Int? {
        do { return try draft(of: page, on: live, database)?.draft.revision } catch let failure as any SQLFailure {
            throw failure
        } catch {
            // One that cannot be brought up is there: it can be discarded.
            return try database.draft(of: page)?.revision
        }
    }

    func requireSummary(of page: PageRow, at now: Instant, _ database: any SQLDatabase) throws -> PageSummary {
        guard let summary = try summary(of: page, at: now, database) else {
            throw PublishingError.internalError("the page \(page.slug) has nothing live")
        }
        return summary
    }
}

extension SQLDatabase {
    /// - Parameters:
    ///   - trees: what is known of large pages; nil if it is of no use.
    ///   - effective: the instant whose releases count for a page.
    fileprivate func livePage(
        _ page: PageRow, at instant: Instant, _ trees: TreeCache?, effective: (PageRow) throws -> Instant
    ) throws -> LivePage {
        func revision(_ page: PageRow) throws -> LiveRevision {
            let instant = try effective(page)
            guard let revision = try live(of: page, asOf: instant) else {
                throw PublishingError.nothingLive(on: page.slug, isPast: true)
            }
            return try liveRevision(
                revision, of: page, nextRelease: try nextRelease(of: page, after: instant),
                blocks: try trees?.blocks(of: revision, of: page, isCommitted: true, self))
        }
        let takeover = try activeTakeover(of: page, at: instant)
        return LivePage(
            own: try revision(page), campaign: try takeover.map { try revision($0.shows) },
            nextTakeover: try takeover?.record.until ?? nextTakeover(of: page, after: instant),
            feeds: try feedVersions())
    }
}
