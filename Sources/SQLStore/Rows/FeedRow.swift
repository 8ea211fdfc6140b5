import HomeBlocks
import Publishing

/// A row of `feeds`.
struct FeedRow {
    let id: Int64
    let state: FeedState
    let etag: String?
    let layouts: String?

    static let columns = """
        id, definition, revision, changed_by, changed_at, card_count, listed_at, confirmed_at, failures, problem, due_at,
        etag, layouts
        """

    init(_ row: any SQLRow) throws {
        id = try row.id(0)
        guard let feed = Feed(stored: try row.json(1)) else {
            throw PublishingError.internalError("the feed \(try row.id(0)) has an unexpected format")
        }
        var progress = FeedProgress()
        progress.cards = try row.optionalInt(5)
        progress.listedAt = try row.optionalInstant(6)
        progress.confirmedAt = try row.optionalInstant(7)
        progress.failures = try row.int(8)
        progress.problem = try row.text(9)
        progress.dueAt = try row.instant(10)
        state = FeedState(feed, revision: try row.int(2), changed: try row.authorship(3), progress: progress)
        etag = try row.optionalText(11)
        layouts = try row.optionalText(12)
    }
}

extension SQLTransaction {
    // MARK: Definitions

    func feeds() throws -> [FeedRow] {
        try all("SELECT \(FeedRow.columns) FROM feeds ORDER BY name") { try FeedRow($0) }
    }

    func feed(_ name: String) throws -> FeedRow? {
        guard Identifier.isSlug(name) else { return nil }
        return try first("SELECT \(FeedRow.columns) FROM feeds WHERE name = ?1", name) { try FeedRow($0) }
    }

    func requireFeed(_ name: String) throws -> FeedRow {
        guard let feed = try feed(name) else { throw PublishingError.noFeed(name) }
        return feed
    }

    /// Returns a feed and locks it until the transaction ends.
    func lockedFeed(_ name: String, for lock: RowLock) throws -> FeedRow? {
        guard Identifier.isSlug(name) else { return nil }
        return try first(dialect.feedQuery(lock), name) { try FeedRow($0) }
    }

    /// Adds a feed. Its versions start at the current time, so that they differ from those of an earlier feed with its
    /// name.
    func insert(_ feed: Feed, by created: Authorship) throws {
        try run(
            """
            INSERT INTO feeds (name, definition, revision, changed_at, changed_by, due_at, version)
            VALUES (?1, ?2, 1, ?3, ?4, ?3, ?3)
            """, feed.name, JSONValue.object(feed.json), created.at, created.by)
    }

    /// Replaces a definition, and ends a refresh that uses the old one.
    func update(_ row: FeedRow, to feed: Feed, by changed: Authorship) throws {
        let changesTTL = row.state.feed.ttl != feed.ttl
        try run(
            """
            UPDATE feeds SET definition = ?2, revision = revision + 1, changed_at = ?3, changed_by = ?4, due_at = ?3,
                etag = NULL, layouts = NULL, claim = NULL, claimed_until = 0, version = version + ?5
            WHERE id = ?1
            """, row.id, JSONValue.object(feed.json), changed.at, changed.by, changesTTL)
    }

    func delete(_ feed: FeedRow) throws { try run("DELETE FROM feeds WHERE id = ?1", feed.id) }

    /// The layout of each feed by its name.
    func feedLayouts() throws -> [String: String] {
        Dictionary(try feeds().map { ($0.state.feed.name, $0.state.feed.showType) }, uniquingKeysWith: { $1 })
    }

    /// The uses of a feed in all content that is live or may become live.
    func uses(of feed: String, at now: Instant) throws -> [FeedUse] {
        try feedUses(at: now).filter { $0.feed == feed }.map(\.use)
    }

    /// The uses of feeds in all content that is live or may become live.
    func feedUses(at now: Instant, for rights: Rights = .readAll) throws -> [(feed: String, use: FeedUse)] {
        var uses: [(feed: String, use: FeedUse)] = []
        for page in try pages(for: rights) {
            for state in try loaded(page, at: now).states() {
                for (_, block) in try blocks(of: state.revision, like: "%\"source\":%") {
                    guard let feed = block.source?.feed else { continue }
                    let use = FeedUse(
                        page: page.slug, state: state.state, block: block.blockCode, showType: block.showType)
                    uses.append((feed, use))
                }
            }
        }
        return uses
    }

    // MARK: Lists

    /// The version of the list of each feed that has one.
    func feedVersions() throws -> [String: Int64] {
        let versions = try all(SQLDialect.feedVersions) {
            (try $0.text(0), try $0.id(1))
        }
        return Dictionary(versions, uniquingKeysWith: { $1 })
    }

    func feedLists(_ names: Set<String>) throws -> [String: FeedList] {
        var lists: [String: FeedList] = [:]
        for name in names where Identifier.isSlug(name) {
            lists[name] = try first(
                """
                SELECT f.definition, f.version, f.confirmed_at, l.cards FROM feeds AS f
                JOIN feed_lists AS l ON l.feed_id = f.id WHERE f.name = ?1
                """, name
            ) { row in
                guard let feed = Feed(stored: try row.json(0)) else {
                    throw PublishingError.internalError("the feed \(name) has an unexpected format")
                }
                return FeedList(
                    feed: name, showType: feed.showType, cards: try row.json(3).array ?? [], version: try row.id(1),
                    endsAt: FeedProgress.end(ofListConfirmedAt: try row.optionalInstant(2), feed))
            }
        }
        return lists
    }

    // MARK: Refreshing

    /// Claims a feed, unless it is already claimed.
    ///
    /// - Parameter onlyDue: whether to claim it only if it is due.
    func claim(_ feed: FeedRow, token: String, at now: Instant, onlyDue: Bool, layouts: String) throws -> FeedClaim? {
        let definition = feed.state.feed
        let isClaimed = try run(
            """
            UPDATE feeds SET claim = ?2, claimed_until = ?3
            WHERE id = ?1 AND revision = ?4 AND claimed_until <= ?5 \(onlyDue ? "AND due_at <= ?5" : "")
            """, feed.id, token, now.adding(seconds: FeedClaim.seconds(for: definition)), feed.state.revision, now)
        guard isClaimed == 1 else { return nil }
        let hash = try first("SELECT hash FROM feed_lists WHERE feed_id = ?1", feed.id) { try $0.bytes(0) }
        return FeedClaim(
            feed: definition, id: feed.id, token: token, hash: hash,
            tag: hash != nil && feed.layouts == layouts ? feed.etag : nil,
            failures: feed.state.progress.failures,
            listEndsAt: FeedProgress.end(
                ofListConfirmedAt: feed.state.progress.confirmedAt, definition))
    }

    /// Ends a claim with its result.
    ///
    /// - Returns: whether the list has changed; nil if the claim is no longer valid.
    func finish(
        _ claim: FeedClaim, _ result: FeedResult, at now: Instant, dueAt: Instant, layouts: String
    ) throws -> Bool? {
        let isNewVersion = result.isOtherList(than: claim, at: now)
        let isThere =
            result.isGood
            ? try run(
                """
                UPDATE feeds SET version = version + ?4, etag = ?5, layouts = ?6, confirmed_at = ?7,
                    listed_at = CASE WHEN ?9 = 1 THEN ?7 ELSE listed_at END,
                    card_count = CASE WHEN ?9 = 1 THEN ?8 ELSE card_count END,
                    failures = 0, problem = '', due_at = ?3, claim = NULL, claimed_until = 0
                WHERE id = ?1 AND claim = ?2
                """, claim.id, claim.token, dueAt, isNewVersion, result.response.tag ?? unchangedTag(claim, result),
                layouts, now, result.cards.count, result.outcome == .updated)
            : try run(
                """
                UPDATE feeds SET failures = failures + 1, problem = ?4, due_at = ?3, claim = NULL, claimed_until = 0
                WHERE id = ?1 AND claim = ?2
                """, claim.id, claim.token, dueAt, result.problem)
        guard isThere == 1 else { return nil }
        if result.outcome == .updated {
            try run(
                """
                INSERT INTO feed_lists (feed_id, cards, hash) VALUES (?1, ?2, ?3)
                ON CONFLICT (feed_id) DO UPDATE SET cards = ?2, hash = ?3
                """, claim.id, JSONValue.array(result.cards), result.hash)
        }
        return isNewVersion
    }

    /// The tag to keep if the list is unchanged: the upstream does not have to repeat it.
    private func unchangedTag(_ claim: FeedClaim, _ result: FeedResult) -> String? {
        if case .unchanged = result.response.body { return claim.tag }
        return nil
    }

    /// Ends a claim without a result.
    func release(_ claim: FeedClaim) throws {
        try run("UPDATE feeds SET claim = NULL, claimed_until = 0 WHERE id = ?1 AND claim = ?2", claim.id, claim.token)
    }
}

extension SQLDialect {
    /// The version of the list of each feed that has one.
    static let feedVersions = "SELECT name, version FROM feeds WHERE card_count IS NOT NULL"

    /// A query that returns the feed ?1.
    ///
    /// - Parameter lock: nil to read it without a lock.
    func feedQuery(_ lock: RowLock?) -> String {
        "SELECT \(FeedRow.columns) FROM feeds AS f WHERE name = ?1 \(lock.map { locking($0, "f") } ?? "")"
    }
}
