import Foundation
import GRDB
import HomeBlocks
import Publishing

/// A row of `revisions` with the order it refers to.
struct RevisionRow {
    let number: Int
    let parent: Int?
    let orderID: Int64
    let treeID: Int64
    let cause: String
    let message: String
    let order: OrderState
    let created: Authorship
    /// The row of the release that made it live, where it was looked up as the live one.
    let release: Int64?

    static let columns = """
        r.number, r.parent, r.order_id, r.tree_id, r.cause, r.message, r.created_by, r.created_at, o.since, o.codes,
        o.created_by AS ordered_by, o.created_at AS ordered_at
        """

    init(_ row: Row, page: PageRow) throws {
        number = row["number"]
        parent = row["parent"]
        orderID = row["order_id"]
        treeID = row["tree_id"]
        cause = row["cause"]
        message = row["message"]
        let codes: String = row["codes"]
        order = OrderState(
            page: page.info.slug, revision: row["since"],
            order: try JSONValue(parsing: codes).array?.compactMap(\.string) ?? [],
            changedBy: row["ordered_by"], changedAt: Instant(milliseconds: row["ordered_at"]))
        created = Authorship(by: row["created_by"], at: Instant(milliseconds: row["created_at"]))
        release = row["release_id"]
    }

    static func find(_ number: Int, of page: PageRow, _ database: Database) throws -> RevisionRow? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns), NULL AS release_id FROM revisions AS r JOIN orders AS o ON o.id = r.order_id
                WHERE r.page_id = ? AND r.number = ?
                """)
        return try Row.fetchOne(statement, arguments: [page.id, number]).map { try RevisionRow($0, page: page) }
    }

    static func named(_ number: Int, of page: PageRow, _ database: Database) throws -> RevisionRow {
        guard let revision = try find(number, of: page, database) else {
            throw PublishingError.notFound("The page \"\(page.info.slug)\" has no revision \(number).")
        }
        return revision
    }

    /// The revision of a page that was or will be live at an instant, as planned now.
    static func live(of page: PageRow, asOf instant: Instant, _ database: Database) throws -> RevisionRow? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(columns), releases.id AS release_id
                FROM releases INDEXED BY releases_live
                JOIN revisions AS r ON r.page_id = releases.page_id AND r.number = releases.revision
                JOIN orders AS o ON o.id = r.order_id
                WHERE releases.page_id = ?1 AND releases.cancelled_at IS NULL AND releases.at <= ?2
                ORDER BY releases.at DESC, coalesce(releases.origin, releases.id) DESC
                LIMIT 1
                """)
        return try Row.fetchOne(statement, arguments: [page.id, instant.milliseconds])
            .map { try RevisionRow($0, page: page) }
    }

    /// The revision of a page that is live now. Releases that took effect when they were made count even if the
    /// machine's clock was set back since.
    static func live(of page: PageRow, at now: Instant, _ database: Database) throws -> RevisionRow? {
        try live(of: page, asOf: try effective(now, page, database), database)
    }

    /// The later of an instant and the last release that took effect when it was made.
    static func effective(_ now: Instant, _ page: PageRow, _ database: Database) throws -> Instant {
        let statement = try database.cachedStatement(
            sql: """
                SELECT max(at) FROM releases INDEXED BY releases_immediate WHERE page_id = ? AND scheduled = 0
                """)
        let last = try Int64.fetchOne(statement, arguments: [page.id]) ?? 0
        return max(now, Instant(milliseconds: last))
    }

    static func requireLive(of page: PageRow, at now: Instant, _ database: Database) throws -> RevisionRow {
        guard let revision = try live(of: page, at: now, database) else {
            throw PublishingError.notFound("The page \"\(page.info.slug)\" has nothing live yet.")
        }
        return revision
    }
}
