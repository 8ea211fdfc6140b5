import Foundation
import GRDB
import HomeBlocks
import Publishing

/// A row of `revisions` with the order it refers to.
struct RevisionRow {
    let number: Int
    let orderID: Int64
    let treeID: Int64
    let order: OrderState
    let changedBy: String
    let changedAt: Instant

    private init(_ row: Row, page: PageRow) throws {
        number = row["number"]
        orderID = row["order_id"]
        treeID = row["tree_id"]
        let codes: String = row["codes"]
        order = OrderState(
            page: page.info.slug, revision: row["since"],
            order: try JSONValue(parsing: codes).array?.compactMap(\.string) ?? [],
            changedBy: row["ordered_by"], changedAt: Instant(milliseconds: row["ordered_at"]))
        changedBy = row["created_by"]
        changedAt = Instant(milliseconds: row["created_at"])
    }

    /// The revision of a page that is live at an instant. Releases that took effect when they were made count
    /// even if the machine's clock was set back since.
    static func live(of page: PageRow, at now: Instant, _ database: Database) throws -> RevisionRow? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT r.number, r.order_id, r.tree_id, r.created_by, r.created_at, o.since, o.codes,
                    o.created_by AS ordered_by, o.created_at AS ordered_at
                FROM releases
                JOIN revisions AS r ON r.page_id = releases.page_id AND r.number = releases.revision
                JOIN orders AS o ON o.id = r.order_id
                WHERE releases.page_id = ?1 AND releases.cancelled_at IS NULL AND releases.at <= ?2
                ORDER BY releases.at DESC, releases.id DESC
                LIMIT 1
                """)
        let instant = try effective(now, page, database)
        return try Row.fetchOne(statement, arguments: [page.id, instant.milliseconds])
            .map { try RevisionRow($0, page: page) }
    }

    /// The later of an instant and the last release that took effect when it was made.
    static func effective(_ now: Instant, _ page: PageRow, _ database: Database) throws -> Instant {
        let statement = try database.cachedStatement(
            sql: "SELECT max(at) FROM releases WHERE page_id = ? AND scheduled = 0")
        let last = try Int64.fetchOne(statement, arguments: [page.id]) ?? 0
        return max(now, Instant(milliseconds: last))
    }

    static func requireLive(of page: PageRow, at now: Instant, _ database: Database) throws -> RevisionRow {
        guard let revision = try live(of: page, at: now, database) else {
            throw PublishingError.notFound("The page \"\(page.info.slug)\" has nothing live yet.")
        }
        return revision
    }

    /// The layout of each of its blocks.
    func layouts(_ database: Database) throws -> [String: String] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT p.block_code, v.show_type FROM placements AS p
                JOIN block_versions AS v ON v.id = p.version_id WHERE p.tree_id = ?
                """)
        let rows = try Row.fetchAll(statement, arguments: [treeID])
        return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 })
    }

    /// The version of each of its blocks.
    func versions(_ database: Database) throws -> [String: BlockVersionID] {
        let statement = try database.cachedStatement(
            sql: "SELECT block_code, version_id FROM placements WHERE tree_id = ?")
        let rows = try Row.fetchAll(statement, arguments: [treeID])
        return Dictionary(rows.map { ($0[0], BlockVersionID($0[1])) }, uniquingKeysWith: { $1 })
    }

    /// Its page-level fields.
    func data(_ database: Database) throws -> JSONObject {
        let statement = try database.cachedStatement(sql: "SELECT data FROM trees WHERE id = ?")
        let text = try String.fetchOne(statement, arguments: [treeID]) ?? "{}"
        return try JSONValue(parsing: text).object ?? [:]
    }
}
