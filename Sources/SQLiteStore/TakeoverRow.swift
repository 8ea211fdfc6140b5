import GRDB
import Publishing

/// A row of `takeovers` with the page that it shows.
struct TakeoverRow {
    let id: Int64
    let shows: PageRow
    let from: Instant
    /// When it ends, or ended because it was cancelled.
    let until: Instant
    private let plannedUntil: Instant
    private let message: String
    private let created: Authorship
    let cancelled: Authorship?

    private static let columns = """
        t.id AS takeover_id, t.begins_at, t.ends_at, t.message, t.created_at, t.created_by, t.cancelled_at,
        t.cancelled_by, s.id, s.slug, s.title, s.client
        """

    private init(_ row: Row) {
        id = row["takeover_id"]
        shows = PageRow(row)
        from = Instant(milliseconds: row["begins_at"])
        plannedUntil = Instant(milliseconds: row["ends_at"])
        message = row["message"]
        created = Authorship(by: row["created_by"], at: Instant(milliseconds: row["created_at"]))
        let cancelledBy: String? = row["cancelled_by"]
        let cancelledAt: Int64? = row["cancelled_at"]
        cancelled = cancelledBy.map { Authorship(by: $0, at: Instant(milliseconds: cancelledAt ?? 0)) }
        until = min(plannedUntil, cancelled?.at ?? plannedUntil)
    }

    /// All takeovers of a page, the last to begin first.
    static func all(on page: PageRow, _ database: Database) throws -> [TakeoverRow] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM takeovers AS t JOIN pages AS s ON s.id = t.shown_page_id
                WHERE t.page_id = ? ORDER BY t.begins_at DESC, t.id DESC
                """)
        return try Row.fetchAll(statement, arguments: [page.id]).map(TakeoverRow.init)
    }

    static func find(_ id: Int64, on page: PageRow, _ database: Database) throws -> TakeoverRow? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM takeovers AS t JOIN pages AS s ON s.id = t.shown_page_id
                WHERE t.page_id = ? AND t.id = ?
                """)
        return try Row.fetchOne(statement, arguments: [page.id, id]).map(TakeoverRow.init)
    }

    /// The takeover of a page at an instant.
    static func active(on page: PageRow, at instant: Instant, _ database: Database) throws -> TakeoverRow? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns) FROM takeovers AS t JOIN pages AS s ON s.id = t.shown_page_id
                WHERE t.page_id = ?1 AND t.begins_at <= ?2 AND t.ends_at > ?2
                    AND (t.cancelled_at IS NULL OR t.cancelled_at > ?2)
                ORDER BY t.id DESC LIMIT 1
                """)
        return try Row.fetchOne(statement, arguments: [page.id, instant.milliseconds]).map(TakeoverRow.init)
    }

    /// When the next takeover of a page begins.
    static func nextBegin(on page: PageRow, after instant: Instant, _ database: Database) throws -> Instant? {
        let statement = try database.cachedStatement(
            sql: "SELECT min(begins_at) FROM takeovers WHERE page_id = ? AND begins_at > ? AND cancelled_at IS NULL")
        return try Int64.fetchOne(statement, arguments: [page.id, instant.milliseconds])
            .map(Instant.init(milliseconds:))
    }

    /// Whether a page is needed by a takeover of another one that has not ended.
    static func isNeeded(_ page: PageRow, at now: Instant, _ database: Database) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM takeovers WHERE shown_page_id = ? AND cancelled_at IS NULL AND ends_at > ?)
                """, arguments: [page.id, now.milliseconds]) ?? false
    }

    func state(at now: Instant) -> Takeover.State {
        if let cancelled, cancelled.at < plannedUntil { return .cancelled }
        return now < from ? .pending : now < until ? .active : .ended
    }

    /// The takeover as it is told outside.
    func value(on page: PageRow, at now: Instant) -> Takeover {
        Takeover(
            id: id, page: page.info.slug, shows: shows.info.slug, from: from, until: plannedUntil,
            state: state(at: now), message: message, created: created, cancelled: cancelled)
    }
}
