import HomeBlocks
import Publishing

/// Rows of `revisions` with the orders they refer to.
extension StoredRevision {
    static let columns = """
        r.number, r.parent, r.order_id, r.tree_id, r.cause, r.message, r.created_by, r.created_at, o.since, o.codes,
        o.created_by, o.created_at
        """

    /// - Parameters:
    ///   - column: the position of the first of ``columns``.
    ///   - release: the column of the release that made it live, if any.
    init(_ row: any SQLRow, of page: String, from column: Int = 0, release: Int? = nil) throws {
        let ordered = try row.authorship(column + 10)
        self.init(
            number: try row.int(column), parent: try row.optionalInt(column + 1), orderID: try row.id(column + 2),
            treeID: try row.id(column + 3), cause: try row.text(column + 4), message: try row.text(column + 5),
            order: OrderState(
                page: page, revision: try row.int(column + 8),
                order: try row.json(column + 9).array?.compactMap(\.string) ?? [], changedBy: ordered.by,
                changedAt: ordered.at),
            created: try row.authorship(column + 6), release: try release.flatMap { try row.optionalID($0) })
    }
}

extension SQLTransaction {
    func revision(_ number: Int, of page: PageRow) throws -> StoredRevision? {
        try first(
            """
            SELECT \(StoredRevision.columns) FROM revisions AS r JOIN orders AS o ON o.id = r.order_id
            WHERE r.page_id = ?1 AND r.number = ?2
            """, page.id, number
        ) { try StoredRevision($0, of: page.slug) }
    }

    func requireRevision(_ number: Int, of page: PageRow) throws -> StoredRevision {
        guard let revision = try revision(number, of: page) else {
            throw PublishingError.noRevision(number, of: page.slug)
        }
        return revision
    }

    /// Revisions of a page before a number, newest first, and whether each is, was or will be live.
    func revisions(
        of page: PageRow, before number: Int64?, limit: Int, onlyReleased: Bool, changing block: String?
    ) throws -> [(revision: StoredRevision, isReleased: Bool)] {
        let version = "SELECT version_id FROM placements WHERE block_code = ?4 AND tree_id"
        let changing =
            block == nil
            ? ""
            : """
            AND coalesce((\(version) = r.tree_id), 0) <> coalesce((\(version) = (
                SELECT tree_id FROM revisions WHERE page_id = r.page_id AND number = r.parent)), 0)
            """
        let released =
            "EXISTS (SELECT 1 FROM releases WHERE page_id = r.page_id AND revision = r.number AND cancelled_at IS NULL)"
        let sql = """
            SELECT \(StoredRevision.columns), \(released) FROM revisions AS r JOIN orders AS o ON o.id = r.order_id
            WHERE r.page_id = ?1 AND r.number < ?2 \(onlyReleased ? "AND \(released)" : "") \(changing)
            ORDER BY r.number DESC LIMIT ?3
            """
        let arguments: [(any SQLConvertible)?] = [page.id, number ?? Int64.max, limit] + (block.map { [$0] } ?? [])
        var found: [(revision: StoredRevision, isReleased: Bool)] = []
        try query(sql, arguments.map(SQLValue.init)) { row in
            found.append((try StoredRevision(row, of: page.slug), try row.bool(12)))
            return true
        }
        return found
    }

    /// The author of the last revision that removed a block.
    func removal(of code: String, on page: PageRow, until number: Int) throws -> Authorship? {
        let placement = "SELECT 1 FROM placements WHERE block_code = ?3 AND tree_id"
        return try first(
            """
            SELECT r.created_by, r.created_at FROM revisions AS r
            JOIN revisions AS p ON p.page_id = r.page_id AND p.number = r.parent
            WHERE r.page_id = ?1 AND r.number <= ?2
                AND NOT EXISTS (\(placement) = r.tree_id) AND EXISTS (\(placement) = p.tree_id)
            ORDER BY r.number DESC LIMIT 1
            """, page.id, number, code
        ) { try $0.authorship(0) }
    }

    func revisionCount(of page: PageRow) throws -> Int {
        Int(try number("SELECT count(*) FROM revisions WHERE page_id = ?1", page.id) ?? 0)
    }

    /// The number of a page's newest revision; 0 if it has none.
    func newestRevision(of page: PageRow) throws -> Int {
        Int(try number("SELECT max(number) FROM revisions WHERE page_id = ?1", page.id) ?? 0)
    }

    // MARK: Live revisions

    /// The revision of a page that was live at an instant.
    func live(of page: PageRow, asOf instant: Instant) throws -> StoredRevision? {
        try first(
            """
            SELECT \(StoredRevision.columns), releases.id FROM releases \(dialect.indexedBy("releases_live"))
            JOIN revisions AS r ON r.page_id = releases.page_id AND r.number = releases.revision
            JOIN orders AS o ON o.id = r.order_id
            WHERE releases.page_id = ?1 AND releases.cancelled_at IS NULL AND releases.at <= ?2
            ORDER BY releases.at DESC, coalesce(releases.origin, releases.id) DESC LIMIT 1
            """, page.id, instant
        ) { try StoredRevision($0, of: page.slug, release: 12) }
    }
}
