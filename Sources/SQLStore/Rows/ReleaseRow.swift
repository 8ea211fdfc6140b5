import HomeBlocks
import Publishing

/// Rows of `releases`.
extension ReleaseRecord {
    /// - Parameter table: the table's alias with a dot; empty if it has none.
    static func columns(_ table: String) -> String {
        """
        \(table)id, coalesce(\(table)origin, \(table)id), \(table)revision, \(table)base, \(table)at, \(table)message, \
        \(table)created_by, \(table)created_at, \(table)scheduled, \(table)cancelled_by, \(table)cancelled_at, \
        \(table)held_at, \(table)authors
        """
    }
    static let columnCount = 13

    init(_ row: any SQLRow) throws {
        let heldAt = try row.optionalInstant(11)
        self.init(
            record: try row.id(0), id: try row.id(1), revision: try row.int(2), base: try row.optionalInt(3),
            at: try heldAt ?? row.instant(4), message: try row.text(5), created: try row.authorship(6),
            isScheduled: try row.bool(8), cancelled: try row.optionalAuthorship(9), isHeld: heldAt != nil,
            authors: Set(try row.json(12).array?.compactMap(\.string) ?? []))
    }
}

extension SQLTransaction {
    /// Releases that were not superseded, the last to take effect first.
    ///
    /// - Parameter last: the instant and the id of the last release of the previous results.
    func listedReleases(of page: PageRow, after last: (at: Int64, id: Int64)?, limit: Int) throws -> [ReleaseRecord] {
        try all(
            """
            SELECT \(ReleaseRecord.columns("")) FROM releases \(dialect.indexedBy("releases_listed"))
            WHERE page_id = ?1 AND superseded = 0 AND (at, coalesce(origin, id)) < (?2, ?3)
            ORDER BY at DESC, coalesce(origin, id) DESC LIMIT ?4
            """, page.id, last?.at ?? .max, last?.id ?? .max, limit
        ) { try ReleaseRecord($0) }
    }

    func requireRelease(_ id: Int64, of page: PageRow) throws -> ReleaseRecord {
        let release = try first(SQLDialect.lastRecordOfRelease, page.id, id) { try ReleaseRecord($0) }
        guard let release else { throw PublishingError.noRelease(id, of: page.slug) }
        return release
    }

    /// The revision that a release had when it was planned.
    func firstRevision(of release: ReleaseRecord) throws -> Int? {
        try number("SELECT revision FROM releases WHERE id = ?1", release.id).map { Int($0) }
    }

    /// The instant at which the next planned release of a page takes effect.
    func nextRelease(of page: PageRow, after instant: Instant) throws -> Instant? {
        try number(
            """
            SELECT min(at) FROM releases \(dialect.indexedBy("releases_live"))
            WHERE page_id = ?1 AND cancelled_at IS NULL AND at > ?2 AND held_at IS NULL
            """, page.id, instant
        ).map(Instant.init(milliseconds:))
    }

    func insert(_ release: NewRelease, of page: PageRow) throws {
        // If the id is not among the columns, the database assigns the next one.
        let id = release.record == nil ? "" : "id, "
        try executeDeferred(
            """
            INSERT INTO releases
                (page_id, revision, at, scheduled, message, created_at, created_by, origin, authors, held_at, \(id)base)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11\(id.isEmpty ? "" : ", ?12"))
            """,
            ([
                page.id, release.revision, release.storedInstant, release.isScheduled,
                release.message, release.created.at, release.created.by, release.origin, release.authors.stored,
                release.isHeld ? release.at : nil,
            ] as [(any SQLConvertible)?]).map(SQLValue.init) + (release.record.map { [.integer($0)] } ?? [])
                + [SQLValue(release.base)])
    }

    /// - Parameter isSuperseded: whether another record replaces it.
    func cancel(_ release: ReleaseRecord, by cancelled: Authorship, isSuperseded: Bool) throws {
        try runLater(
            "UPDATE releases SET cancelled_at = ?1, cancelled_by = ?2, superseded = ?3 WHERE id = ?4", cancelled.at,
            cancelled.by, isSuperseded, release.record)
    }

    /// Backdates releases that took effect immediately and are dated after an instant.
    ///
    /// - Returns: the number of these releases.
    func dateReleasesBack(to now: Instant, of page: PageRow) throws -> Int {
        try run(
            """
            UPDATE releases SET at = ?2, created_at = CASE WHEN created_at > ?2 THEN ?2 ELSE created_at END
            WHERE page_id = ?1 AND scheduled = 0 AND at > ?2
            """, page.id, now)
    }
}

extension Instant {
    /// The stored instant of releases that wait for an approval: later than any that someone can plan.
    fileprivate static let heldReleases = Instant(milliseconds: 253_402_300_799_999)
}

extension ReleaseRecord {
    /// The instant by which the database orders releases.
    var storedInstant: Instant { isHeld ? .heldReleases : at }
}

extension NewRelease {
    fileprivate var storedInstant: Instant { isHeld ? .heldReleases : at }
}

extension Set<String> {
    /// Names in their stored form.
    var stored: JSONValue { .array(sorted().map { .string($0) }) }
}

extension SQLDialect {
    /// A query for the last record of the release ?2 of the page ?1. It looks up ids and origins, because a page may
    /// have a long history.
    static let lastRecordOfRelease = """
        SELECT \(ReleaseRecord.columns("")) FROM releases
        WHERE id = coalesce((SELECT max(id) FROM releases WHERE page_id = ?1 AND origin = ?2), ?2)
            AND page_id = ?1 AND (origin = ?2 OR origin IS NULL)
        """

    /// A query for the author of the last change of the release ?1, or of the page that it is based on. It has no row
    /// if the release was never changed.
    static let lastChangeOfRelease = """
        SELECT cancelled_by, cancelled_at FROM releases WHERE (id = ?1 OR origin = ?1) AND superseded = 1
        ORDER BY id DESC LIMIT 1
        """
}
