import HomeBlocks
import Publishing

/// Reads the rows of a page that every change needs, in one round trip to a server.
final class PageRows {
    private(set) var page: PageRow?
    private(set) var now: Instant?
    private(set) var ids: NewIDs?
    private(set) var takeovers = PageTakeovers()
    private var newestRevision = 0
    private(set) var nextRelease: Int64 = 0
    private var releases: [(record: ReleaseRecord, revision: StoredRevision)] = []
    private var draft: Draft?
    private var draftAuthors: Set<String> = []
    private var revisions: [StoredRevision] = []
    private var needed: NeededRows?

    private let slug: String
    private let needs: ContentNeeds
    /// The instant whose takeover is needed; the draft is not loaded then.
    private let shownAt: Instant?
    /// The id that the page had before, for queries that are sent before it is known.
    private let assumedID: Int64?
    private let database: any SQLTransaction

    init(
        _ slug: String, _ needs: ContentNeeds = ContentNeeds(), takeoverAt shownAt: Instant? = nil, assumed id: Int64?,
        _ database: any SQLTransaction
    ) {
        self.slug = slug
        self.needs = needs
        self.shownAt = shownAt
        assumedID = id
        self.database = database
    }

    /// - Parameter page: the row of the page, which is not read again.
    convenience init(_ page: PageRow, _ database: any SQLTransaction) {
        self.init(page.slug, assumed: page.id, database)
        self.page = page
    }

    /// Returns the queries for the page, and then for the rows that are read once it is locked.
    func queries(_ lock: PageLoader.Lock) throws -> [SQLQuery] {
        let dialect = database.dialect
        let (isLocked, locking) =
            switch lock {
            case .page: (true, dialect.lockingPage(.change, "p"))
            case .row: (true, dialect.locking(.change, "p"))
            case .none: (false, "")
            }
        var queries = [
            SQLQuery("SELECT \(PageRow.columns) FROM pages AS p WHERE slug = ?1 \(locking)", slug) { row in
                self.page = try PageRow(row)
            }
        ]
        if isLocked {
            queries.append(idQuery)
            queries += try database.reservedIDs?.queries(database.idReuseVersion()) ?? []
        }
        if let shownAt { return queries + [releaseQuery] + takeoverQueries(at: shownAt) }
        if !isLocked { queries.append(newestQuery) }
        queries += stateQueries
        if needs != ContentNeeds() {
            let rows = NeededRows(needs, of: { self.page?.id ?? self.assumedID ?? 0 }, slug, database)
            needed = rows
            queries += rows.queries(isRead: !isLocked)
        }
        return queries
    }

    /// - Parameter instant: the current time.
    func loaded(at instant: Instant) throws -> LoadedPage {
        var loaded = LoadedPage(
            page: page?.info ?? PageInfo(slug: slug, title: ""), at: instant, releases: releases, draft: draft,
            draftAuthors: draftAuthors, others: revisions, newestRevision: newestRevision, nextRelease: nextRelease)
        try needed?.add(to: &loaded.content)
        return loaded
    }

    /// A query whose parameter ?1 is the page's id.
    ///
    /// - Parameter arguments: the arguments from ?2 on.
    private func ofPage(
        _ sql: String, _ arguments: (any SQLConvertible)?..., decode: @escaping (any SQLRow) throws -> Void
    ) -> SQLQuery {
        let others = arguments.map(SQLValue.init)
        return SQLQuery({ (self.page?.id ?? self.assumedID).map { (sql, [.integer($0)] + others) } }, decode: decode)
    }

    /// The queries for the live and the planned releases, and for the draft.
    var stateQueries: [SQLQuery] { [releaseQuery, draftQuery, draftRevisionsQuery] }

    /// A query for the time, the number of the newest revision, and the ids of new rows.
    var idQuery: SQLQuery {
        let sql = "SELECT (SELECT max(number) FROM revisions WHERE page_id = ?1), \(database.dialect.nextIDs)"
        return ofPage(sql) { row in
            self.newestRevision = try row.optionalInt(0) ?? 0
            self.now = try row.optionalInstant(1)
            self.nextRelease = try row.id(2)
            self.ids = try NewIDs(row, from: 3, in: self.database)
        }
    }

    /// A query for the number of the newest revision.
    private var newestQuery: SQLQuery {
        ofPage("SELECT max(number) FROM revisions WHERE page_id = ?1") { row in
            self.newestRevision = try row.optionalInt(0) ?? 0
        }
    }

    /// A query for the last release that took effect immediately, and those after it: the live one and the planned
    /// ones.
    private var releaseQuery: SQLQuery {
        let last = """
            FROM releases \(database.dialect.indexedBy("releases_immediate")) WHERE page_id = ?1 AND scheduled = 0
            ORDER BY at DESC, id DESC LIMIT 1
            """
        let (at, id) = ("coalesce((SELECT at \(last)), 0)", "coalesce((SELECT id \(last)), 0)")
        let sql = """
            SELECT \(ReleaseRecord.columns("x.")), \(StoredRevision.columns)
            FROM releases AS x \(database.dialect.indexedBy("releases_live"))
            JOIN revisions AS r ON r.page_id = x.page_id AND r.number = x.revision
            JOIN orders AS o ON o.id = r.order_id
            WHERE x.page_id = ?1 AND x.cancelled_at IS NULL
                AND (x.at, coalesce(x.origin, x.id)) >= (\(at), \(id)) \(database.dialect.isRecent("x.at", at))
            ORDER BY x.at, coalesce(x.origin, x.id)
            """
        return ofPage(sql) { row in
            self.releases.append(
                (try ReleaseRecord(row), try StoredRevision(row, of: self.slug, from: ReleaseRecord.columnCount)))
        }
    }

    private var draftQuery: SQLQuery {
        ofPage("SELECT \(Draft.columns) FROM drafts WHERE page_id = ?1") { row in
            self.draft = try Draft(row)
            self.draftAuthors = Set(try row.json(5).array?.compactMap(\.string) ?? [])
        }
    }

    /// A query for the draft's revision and its base.
    private var draftRevisionsQuery: SQLQuery {
        let sql = """
            SELECT \(StoredRevision.columns) FROM drafts AS d
            JOIN revisions AS r ON r.page_id = d.page_id AND r.number IN (d.revision, d.base)
            JOIN orders AS o ON o.id = r.order_id WHERE d.page_id = ?1
            """
        return SQLQuery({
            guard let id = self.page?.id ?? self.assumedID else { return nil }
            return self.database.sendsQueriesTogether || self.draft != nil ? (sql, [.integer(id)]) : nil
        }) { row in
            self.revisions.append(try StoredRevision(row, of: self.slug))
        }
    }

    private func takeoverQueries(at instant: Instant) -> [SQLQuery] {
        [
            ofPage(TakeoverRow.activeQuery, instant) { self.takeovers.active = try TakeoverRow($0) },
            ofPage(TakeoverRow.nextQuery, instant) { self.takeovers.next = try $0.optionalInstant(0) },
        ]
    }
}

/// The takeovers of a page at an instant.
struct PageTakeovers {
    var active: TakeoverRow?
    /// The instant at which the next one begins.
    var next: Instant?
}

extension SQLTransaction {
    /// Loads the live and the planned releases of a page, and its draft.
    func loaded(_ page: PageRow, at now: Instant) throws -> LoadedPage {
        let rows = PageRows(page, self)
        try query(rows.stateQueries)
        return try rows.loaded(at: now)
    }
}
