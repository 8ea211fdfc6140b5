public import Publishing

/// Pruning revisions, checking and repairing pages, and metrics.
extension SQLPageStore {
    public func pruningStart(of page: String) async throws(PublishingError) -> PruningStart {
        let now = clock.now
        return try await read(page) { page, database in
            PruningStart(newest: try database.newestRevision(of: page), at: now)
        }
    }

    public func prune(
        _ page: String, _ retention: Retention, from start: PruningStart?, by actor: Actor
    ) async throws(PublishingError) -> Int {
        let now = clock.now
        // Checked in a read first, so that no writer waits if there is nothing to prune.
        let hasOld = try await read(page) { page, database in
            try !database.prunable(page, retention, from: start, at: now).isEmpty
        }
        guard hasOld else { return 0 }
        return try await write { database in
            let page = try database.lockedPage(page)
            let numbers = try database.prunable(page, retention, from: start, at: now)
            guard !numbers.isEmpty else { return 0 }
            try RevisionPruner(page: page, database: database).delete(numbers)
            memory.forgetTrees()
            try database.append(.pruned(numbers.count, retention, page: page.slug, by: actor), at: now)
            return numbers.count
        }
    }

    public func prunableRevisions(
        of page: String, _ retention: Retention
    ) async throws(PublishingError) -> Int {
        let now = clock.now
        return try await read(page) { page, database in
            try database.prunable(page, retention, from: nil, at: now, isWhole: true).count
        }
    }

    public func check() async throws(PublishingError) -> DatabaseReport {
        let (catalog, now) = (catalog, clock.now)
        return try await read { database in
            var report = DatabaseReport()
            try DatabaseCheck(catalog, at: now, database).run(&report)
            return report
        }
    }

    public func repair(by actor: Actor) async throws(PublishingError) -> [String] {
        var lines: [String] = []
        for slug in try await pages(for: .readAll).map(\.page.slug) {
            let repairs = try await changePages(ChangeContext(actor), .commit) { session, database in
                try repair(slug, by: actor, session, database)
            }
            lines += repairs.map { "\(slug): \($0)" }
        }
        return lines
    }

    private func repair(
        _ slug: String, by actor: Actor, _ session: ChangeSession, _ database: any SQLTransaction
    ) throws -> [PageRepair] {
        guard var (row, page) = try session.load(slug) else { throw PublishingError.noPage(slug) }
        var repairs: [PageRepair] = []
        if PublishingClock.wasWrong(for: page.effective, at: page.now) {
            let count = try database.dateReleasesBack(to: page.now, of: row)
            let last = page.effective
            guard let dated = try session.load(slug) else { throw PublishingError.noPage(slug) }
            (row, page) = dated
            guard let live = page.live else { throw PublishingError.nothingLive(on: slug) }
            repairs.append(.datedBack(count: count, to: page.now, from: last, live: live.number))
        }
        let isStuck = try isDraftStuck(row, page, session)
        // The caller has the database itself. Planned releases that this changes wait for another approval.
        let context = ChangeContext(actor, bypass: "The database was repaired.")
        repairs += try session.change(row, page) { try $0.repair(isStuck: isStuck, context) }
        if !repairs.isEmpty { try database.append(.repaired(repairs, page: slug, by: actor), at: page.now) }
        return repairs
    }

    /// Whether a draft cannot be brought up to date with the live revision, including because its content cannot be
    /// read.
    private func isDraftStuck(_ row: PageRow, _ page: LoadedPage, _ session: ChangeSession) throws -> Bool {
        guard page.draft != nil else { return false }
        do {
            _ = try session.decide(row, page) { try $0.preview(.draft) }
            return false
        } catch let failure as any SQLFailure {
            throw failure
        } catch {
            return true
        }
    }

    public func metrics() async throws(PublishingError) -> StoreMetrics {
        let now = clock.now
        let pages = try await read { database in
            try database.pages().compactMap { try database.metrics(of: $0, at: now) }
        }
        let pictures = try await pictureUsage()
        let usage = try await translated { try await engine.usage() }
        return StoreMetrics(
            at: now, pages: pages, pictures: pictures, schema: usage.schema, bytes: usage.bytes,
            logBytes: usage.logBytes,
            freeBytes: usage.freeBytes, connections: usage.connections)
    }
}

extension SQLTransaction {
    fileprivate func metrics(of page: PageRow, at now: Instant) throws -> StoreMetrics.Page? {
        let loaded = try loaded(page, at: now)
        guard let live = loaded.live else { return nil }
        return StoreMetrics.Page(
            slug: page.slug, live: live.number, revisions: try revisionCount(of: page),
            pendingReleases: loaded.pending.count, nextRelease: loaded.pending.first { !$0.isHeld }?.at,
            waitingReleases: loaded.pending.count(where: \.isHeld))
    }

    /// The revisions to prune in one transaction, or all that may be pruned.
    fileprivate func prunable(
        _ page: PageRow, _ retention: Retention, from start: PruningStart?, at now: Instant, isWhole: Bool = false
    ) throws -> [Int] {
        if retention.keepsAll { return [] }
        let newest = try start?.newest ?? newestRevision(of: page)
        let count = Int(
            try number("SELECT count(*) FROM revisions WHERE page_id = ?1 AND number <= ?2", page.id, newest) ?? 0)
        var sweep = RevisionSweep(
            retention, count: count, needed: try neededRevisions(of: page, at: now), at: start?.at ?? now)
        var trees: Set<Int64> = []
        if sweep.isDone { return [] }
        try query(
            "SELECT number, created_at, tree_id FROM revisions WHERE page_id = ?1 AND number <= ?2 ORDER BY number",
            [.integer(page.id), .integer(Int64(newest))]
        ) { row in
            let tree = try row.id(2)
            if sweep.take(try row.int(0), created: try row.instant(1)), !isWhole, trees.insert(tree).inserted {
                sweep.add(entries: Int(try number("SELECT count(*) FROM placements WHERE tree_id = ?1", tree) ?? 0))
            }
            return isWhole || !sweep.isDone
        }
        return sweep.numbers
    }

    /// The revisions that something refers to.
    private func neededRevisions(of page: PageRow, at now: Instant) throws -> Set<Int> {
        let live = try loaded(page, at: now).requireLive()
        let before = try loaded(page, at: now.adding(seconds: -RevisionSweep.liveAgainSeconds))
        // A planned release refers to its revision, to the one that it is based on, and to its first one.
        let planned = try before.pending.flatMap {
            [$0.revision, $0.base, try firstRevision(of: $0)]
        }
        let draft = before.draft
        let linked = try linkedRevisions(of: page, at: now)
        return Set(
            (planned + linked + [live.number, before.live?.number, draft?.revision, draft?.base]).compactMap(\.self))
    }
}
