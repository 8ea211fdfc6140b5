import GRDB
import Publishing

/// A row of `releases`.
struct ReleaseRow {
    let rowID: Int64
    /// The id under which people know it.
    let id: Int64
    let revision: Int
    /// The revision that it was planned on top of, or last brought up to.
    let base: Int?
    let at: Instant
    let message: String
    let created: Authorship
    let isScheduled: Bool
    let cancelled: Authorship?

    init(_ row: Row) {
        rowID = row["id"]
        let origin: Int64? = row["origin"]
        id = origin ?? row["id"]
        revision = row["revision"]
        base = row["base"]
        at = Instant(milliseconds: row["at"])
        message = row["message"]
        created = Authorship(by: row["created_by"], at: Instant(milliseconds: row["created_at"]))
        isScheduled = row["scheduled"]
        let cancelledBy: String? = row["cancelled_by"]
        let cancelledAt: Int64? = row["cancelled_at"]
        cancelled = cancelledBy.map { Authorship(by: $0, at: Instant(milliseconds: cancelledAt ?? 0)) }
    }

    /// Releases that are planned for later than an instant, the next one first.
    ///
    /// - Parameter id: those of the instant itself come after the release of this id.
    static func pending(
        of page: PageRow, after instant: Instant, id: Int64 = .max, _ database: Database
    ) throws -> [ReleaseRow] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT * FROM releases INDEXED BY releases_live
                WHERE page_id = ? AND cancelled_at IS NULL AND (at, coalesce(origin, id)) > (?, ?)
                ORDER BY at, coalesce(origin, id)
                """)
        return try Row.fetchAll(statement, arguments: [page.id, instant.milliseconds, id]).map(ReleaseRow.init)
    }

    /// The last row of a release.
    static func find(_ id: Int64, of page: PageRow, _ database: Database) throws -> ReleaseRow? {
        for condition in ["origin = ?2", "id = ?2 AND origin IS NULL"] {
            let statement = try database.cachedStatement(
                sql: "SELECT * FROM releases WHERE page_id = ?1 AND \(condition) ORDER BY id DESC LIMIT 1")
            if let row = try Row.fetchOne(statement, arguments: [page.id, id]) { return ReleaseRow(row) }
        }
        return nil
    }

    /// Makes a revision live now: not before a release that has taken effect, even if the machine's clock was set back.
    static func insert(
        _ revision: RevisionRow, of page: PageRow, message: String = "", created: Authorship, _ database: Database
    ) throws -> ReleaseRow {
        let instant = try RevisionRow.effective(created.at, page, database)
        return try insert(
            revision.number, on: nil, of: page, at: instant, isScheduled: false, message: message, created: created,
            database)
    }

    /// Makes a revision live from an instant on.
    ///
    /// - Parameter base: the revision that it is planned on top of.
    static func insert(
        _ revision: Int, on base: Int?, of page: PageRow, at instant: Instant, isScheduled: Bool = true,
        message: String,
        created: Authorship, origin: Int64? = nil, _ database: Database
    ) throws -> ReleaseRow {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO releases (page_id, revision, at, scheduled, message, created_at, created_by, origin, base)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *
                """)
        let row = try Row.fetchOne(
            statement,
            arguments: [
                page.id, revision, instant.milliseconds, isScheduled, message, created.at.milliseconds, created.by,
                origin, base,
            ])
        guard let row else { throw PublishingError.internalError("a release was not stored") }
        return ReleaseRow(row)
    }

    /// - Parameter isSuperseded: whether another row takes its place.
    func cancel(_ signature: Authorship, isSuperseded: Bool = false, _ database: Database) throws {
        try database.cachedStatement(
            sql: "UPDATE releases SET cancelled_at = ?, cancelled_by = ?, superseded = ? WHERE id = ?"
        ).execute(arguments: [signature.at.milliseconds, signature.by, isSuperseded, rowID])
    }

    /// The release as it is told outside.
    ///
    /// - Parameter liveRow: the row of the release that is live.
    func value(of page: PageRow, at now: Instant, liveRow: Int64?, cancelled: Authorship? = nil) -> Release {
        let cancelled = cancelled ?? self.cancelled
        let state: Release.State =
            cancelled != nil ? .cancelled : rowID == liveRow ? .live : isScheduled && at > now ? .pending : .past
        return Release(
            id: id, page: page.info.slug, revision: revision, at: at, state: state, message: message,
            createdBy: created.by, createdAt: created.at, cancelled: cancelled)
    }

    /// The row of the release that is live now.
    static func live(of page: PageRow, at now: Instant, _ database: Database) throws -> Int64? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT id FROM releases INDEXED BY releases_live
                WHERE page_id = ? AND cancelled_at IS NULL AND at <= ?
                ORDER BY at DESC, coalesce(origin, id) DESC LIMIT 1
                """)
        let instant = try RevisionRow.effective(now, page, database)
        return try Int64.fetchOne(statement, arguments: [page.id, instant.milliseconds])
    }
}
