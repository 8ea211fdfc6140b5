import Publishing

/// A row of `takeovers` with the page that it shows.
struct TakeoverRow: Sendable {
    let record: TakeoverRecord
    let shows: PageRow

    fileprivate static let query = """
        SELECT t.id, t.begins_at, t.ends_at, t.message, t.created_by, t.created_at, t.cancelled_by, t.cancelled_at,
            t.changed_by, t.changed_at, s.id, s.slug, s.title, s.client, s.approvals, s.reviewed_since
        FROM takeovers AS t JOIN pages AS s ON s.id = t.shown_page_id
        """

    /// A query for the takeover of the page ?1 at the instant ?2.
    static let activeQuery = """
        \(query) WHERE t.page_id = ?1 AND t.begins_at <= ?2 AND t.ends_at > ?2
            AND (t.cancelled_at IS NULL OR t.cancelled_at > ?2)
        ORDER BY t.id DESC LIMIT 1
        """

    /// A query for the start of the next takeover of the page ?1 after the instant ?2.
    static let nextQuery =
        "SELECT min(begins_at) FROM takeovers WHERE page_id = ?1 AND begins_at > ?2 AND cancelled_at IS NULL"

    init(_ row: any SQLRow) throws {
        shows = try PageRow(row, from: 10)
        record = TakeoverRecord(
            id: try row.id(0), shows: shows.slug, from: try row.instant(1), plannedUntil: try row.instant(2),
            message: try row.text(3), created: try row.authorship(4), cancelled: try row.optionalAuthorship(6),
            changed: try row.optionalAuthorship(8))
    }
}

extension SQLTransaction {
    /// All takeovers of a page, the last to begin first.
    func takeovers(of page: PageRow) throws -> [TakeoverRecord] {
        try all("\(TakeoverRow.query) WHERE t.page_id = ?1 ORDER BY t.begins_at DESC, t.id DESC", page.id) {
            try TakeoverRow($0).record
        }
    }

    /// The takeover of a page at an instant.
    func activeTakeover(of page: PageRow, at instant: Instant) throws -> TakeoverRow? {
        try first(TakeoverRow.activeQuery, page.id, instant) { try TakeoverRow($0) }
    }

    /// The pages that takeovers of a page show, now or later.
    func pages(shownByTakeoversOf page: PageRow, at now: Instant) throws -> [PageRow] {
        try all(
            """
            SELECT \(PageRow.columns) FROM pages WHERE id IN (SELECT shown_page_id FROM takeovers
                WHERE page_id = ?1 AND cancelled_at IS NULL AND ends_at > ?2) ORDER BY slug
            """, page.id, now
        ) { try PageRow($0) }
    }

    /// The pages whose takeovers show a page, now or later.
    func pages(withTakeoversShowing page: PageRow, at now: Instant) throws -> [PageRow] {
        try all(
            """
            SELECT \(PageRow.columns) FROM pages WHERE id IN (SELECT page_id FROM takeovers
                WHERE shown_page_id = ?1 AND cancelled_at IS NULL AND ends_at > ?2) ORDER BY slug
            """, page.id, now
        ) { try PageRow($0) }
    }

    /// Whether a takeover of another page that has not ended shows a page.
    func isShownByTakeover(_ page: PageRow, at now: Instant) throws -> Bool {
        try exists(
            "SELECT 1 FROM takeovers WHERE shown_page_id = ?1 AND cancelled_at IS NULL AND ends_at > ?2 LIMIT 1",
            page.id, now)
    }

    /// The id of the next takeover.
    func nextTakeover() throws -> Int64 { try number("SELECT \(dialect.nextID("takeovers"))") ?? 1 }

    func insert(_ takeover: TakeoverRecord, of page: PageRow) throws {
        try runLater(
            """
            INSERT INTO takeovers (id, page_id, shown_page_id, begins_at, ends_at, message, created_at, created_by)
            VALUES (?1, ?2, (SELECT id FROM pages WHERE slug = ?3), ?4, ?5, ?6, ?7, ?8)
            """, takeover.id, page.id, takeover.shows, takeover.from, takeover.plannedUntil, takeover.message,
            takeover.created.at, takeover.created.by)
    }

    func update(_ takeover: TakeoverRecord) throws {
        try runLater(
            """
            UPDATE takeovers SET shown_page_id = (SELECT id FROM pages WHERE slug = ?1), begins_at = ?2, ends_at = ?3,
                message = ?4, changed_at = ?5, changed_by = ?6 WHERE id = ?7
            """, takeover.shows, takeover.from, takeover.plannedUntil, takeover.message, takeover.changed?.at,
            takeover.changed?.by, takeover.id)
    }

    func cancelTakeover(_ id: Int64, by cancelled: Authorship) throws {
        try runLater(
            "UPDATE takeovers SET cancelled_at = ?1, cancelled_by = ?2 WHERE id = ?3", cancelled.at, cancelled.by, id)
    }
}
