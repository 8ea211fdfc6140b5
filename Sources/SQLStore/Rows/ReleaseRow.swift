import Publishing

/// Rows of `releases`.
extension ReleaseRecord {
    fileprivate static let columns =
        "id, coalesce(origin, id), revision, base, at, message, created_by, created_at, scheduled, cancelled_by, cancelled_at"

    fileprivate init(_ row: any SQLRow) throws {
        self.init(
            record: try row.id(0), id: try row.id(1), revision: try row.int(2), base: try row.optionalInt(3),
            at: try row.instant(4), message: try row.text(5), created: try row.authorship(6),
            isScheduled: try row.bool(8), cancelled: try row.optionalAuthorship(9))
    }
}

extension SQLDatabase {
    /// Releases that are planned for later than an instant, the next one first.
    ///
    /// - Parameter id: those of the instant itself come after the release of this id.
    func pendingReleases(of page: PageRow, after instant: Instant, id: Int64 = .max) throws -> [ReleaseRecord] {
        try all(
            """
            SELECT \(ReleaseRecord.columns) FROM releases \(dialect.indexedBy("releases_live"))
            WHERE page_id = ?1 AND cancelled_at IS NULL AND (at, coalesce(origin, id)) > (?2, ?3)
            ORDER BY at, coalesce(origin, id)
            """, page.id, instant, id
        ) { try ReleaseRecord($0) }
    }

    /// Releases that operators see, the last to take effect first.
    ///
    /// - Parameter last: the instant and the id of the release that they come after.
    func listedReleases(of page: PageRow, after last: (at: Int64, id: Int64)?, limit: Int) throws -> [ReleaseRecord] {
        try all(
            """
            SELECT \(ReleaseRecord.columns) FROM releases \(dialect.indexedBy("releases_listed"))
            WHERE page_id = ?1 AND superseded = 0 AND (at, coalesce(origin, id)) < (?2, ?3)
            ORDER BY at DESC, coalesce(origin, id) DESC LIMIT ?4
            """, page.id, last?.at ?? .max, last?.id ?? .max, limit
        ) { try ReleaseRecord($0) }
    }

    /// The last record of a release.
    func release(_ id: Int64, of page: PageRow) throws -> ReleaseRecord? {
        for condition in ["origin = ?2", "id = ?2 AND origin IS NULL"] {
            let release = try first(
                """
                SELECT \(ReleaseRecord.columns) FROM releases WHERE page_id = ?1 AND \(condition)
                ORDER BY id DESC LIMIT 1
                """, page.id, id
            ) { try ReleaseRecord($0) }
            if let release { return release }
        }
        return nil
    }

    func requireRelease(_ id: Int64, of page: PageRow) throws -> ReleaseRecord {
        guard let release = try release(id, of: page) else { throw PublishingError.noRelease(id, of: page.slug) }
        return release
    }

    /// Who changed a release last, or the page below it; nil if nobody did since it was planned.
    func lastChange(of release: ReleaseRecord) throws -> Authorship? {
        try first(
            """
            SELECT cancelled_by, cancelled_at FROM releases WHERE (id = ?1 OR origin = ?1) AND superseded = 1
            ORDER BY id DESC LIMIT 1
            """, release.id
        ) { try $0.authorship(0) }
    }

    /// The revision that a release had when it was planned.
    func firstRevision(of release: ReleaseRecord) throws -> Int? {
        try number("SELECT revision FROM releases WHERE id = ?1", release.id).map { Int($0) }
    }

    /// When the next planned release of a page takes effect.
    func nextRelease(of page: PageRow, after instant: Instant) throws -> Instant? {
        try number(
            """
            SELECT min(at) FROM releases \(dialect.indexedBy("releases_live"))
            WHERE page_id = ?1 AND cancelled_at IS NULL AND at > ?2
            """, page.id, instant
        ).map(Instant.init(milliseconds:))
    }

    /// The record of the release that is live at an instant.
    func liveRecord(of page: PageRow, asOf instant: Instant) throws -> Int64? {
        try number(
            """
            SELECT id FROM releases \(dialect.indexedBy("releases_live"))
            WHERE page_id = ?1 AND cancelled_at IS NULL AND at <= ?2
            ORDER BY at DESC, coalesce(origin, id) DESC LIMIT 1
            """, page.id, instant)
    }

    /// Makes a revision live now: not before a release that has taken effect, even if the machine's clock was set back.
    func release(
        _ revision: RevisionRow, of page: PageRow, message: String = "", by created: Authorship
    ) throws -> ReleaseRecord {
        try insertRelease(
            of: revision.number, on: nil, of: page, at: try effective(created.at, on: page), isScheduled: false,
            message: message, by: created, origin: nil)
    }

    /// Plans that a revision is live from an instant on.
    ///
    /// - Parameters:
    ///   - base: the revision that it is planned on top of.
    ///   - origin: the id of the release, if it takes the place of a record.
    func plan(
        _ revision: Int, on base: Int?, of page: PageRow, at instant: Instant, message: String, by created: Authorship,
        origin: Int64? = nil
    ) throws -> ReleaseRecord {
        try insertRelease(
            of: revision, on: base, of: page, at: instant, isScheduled: true, message: message, by: created,
            origin: origin)
    }

    /// Gives a planned release another revision.
    func supersede(
        _ release: ReleaseRecord, with revision: Int, on base: Int, of page: PageRow, by created: Authorship
    ) throws {
        try cancel(release, by: created, isSuperseded: true)
        _ = try plan(
            revision, on: base, of: page, at: release.at, message: release.message, by: release.created,
            origin: release.id)
    }

    /// Gives a planned release another time, between the same releases, and another message.
    func supersede(
        _ release: ReleaseRecord, at instant: Instant, message: String, of page: PageRow, by created: Authorship
    ) throws -> ReleaseRecord {
        try cancel(release, by: created, isSuperseded: true)
        return try plan(
            release.revision, on: release.base, of: page, at: instant, message: message, by: release.created,
            origin: release.id)
    }

    private func insertRelease(
        of revision: Int, on base: Int?, of page: PageRow, at instant: Instant, isScheduled: Bool, message: String,
        by created: Authorship, origin: Int64?
    ) throws -> ReleaseRecord {
        let record = try insert(
            """
            INSERT INTO releases (page_id, revision, at, scheduled, message, created_at, created_by, origin, base)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) RETURNING id
            """, page.id, revision, instant, isScheduled, message, created.at, created.by, origin, base)
        return ReleaseRecord(
            record: record, id: origin ?? record, revision: revision, base: base, at: instant, message: message,
            created: created, isScheduled: isScheduled, cancelled: nil)
    }

    /// - Parameter isSuperseded: whether another record takes its place.
    func cancel(_ release: ReleaseRecord, by cancelled: Authorship, isSuperseded: Bool = false) throws {
        try run(
            "UPDATE releases SET cancelled_at = ?1, cancelled_by = ?2, superseded = ?3 WHERE id = ?4", cancelled.at,
            cancelled.by, isSuperseded, release.record)
    }

    /// Dates releases back that took effect when they were made, after an instant.
    ///
    /// - Returns: how many they were.
    func dateReleasesBack(to now: Instant, of page: PageRow) throws -> Int {
        try run(
            """
            UPDATE releases SET at = ?2, created_at = CASE WHEN created_at > ?2 THEN ?2 ELSE created_at END
            WHERE page_id = ?1 AND scheduled = 0 AND at > ?2
            """, page.id, now)
    }
}
