import Foundation
import GRDB

/// A page whose first two blocks are swapped repeatedly.
struct ReorderedPage {
    private let slug: String
    private let id: Int64
    private let tree: Int64
    /// The current order, and the order with the first two blocks swapped.
    private let orders: [String]
    private var number: Int

    init(slug: String, _ database: Database) throws {
        let row = try Row.fetchOne(
            database,
            sql: """
                SELECT p.id, r.number, r.tree_id, o.codes FROM revisions AS r
                JOIN pages AS p ON p.id = r.page_id JOIN orders AS o ON o.id = r.order_id
                WHERE p.slug = ? ORDER BY r.number DESC LIMIT 1
                """,
            arguments: [slug])
        guard let row else { throw DatabaseError(message: "there is no page \(slug)") }
        self.slug = slug
        (id, number, tree) = (row["id"], row["number"], row["tree_id"])
        let codes: String = row["codes"]
        var swapped = try JSONDecoder().decode([String].self, from: Data(codes.utf8))
        swapped.swapAt(0, 1)
        orders = [codes, String(decoding: try JSONEncoder().encode(swapped), as: UTF8.self)]
    }

    /// Inserts the rows of a reorder: an order, a revision, a release, an audit entry.
    mutating func reorder(_ database: Database) throws {
        let (before, after) = (orders[number % 2], orders[(number + 1) % 2])
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        try database.cachedStatement(
            sql: "INSERT INTO orders (page_id, since, codes, created_at, created_by) VALUES (?, ?, ?, ?, 'bench')"
        ).execute(arguments: [id, number + 1, after, now])
        try database.cachedStatement(
            sql: """
                INSERT INTO revisions (page_id, number, parent, order_id, tree_id, cause, message, created_at, created_by)
                VALUES (?, ?, ?, ?, ?, 'order', '', ?, 'bench')
                """
        ).execute(arguments: [id, number + 1, number, database.lastInsertedRowID, tree, now])
        try database.cachedStatement(
            sql: """
                INSERT INTO releases (page_id, revision, at, scheduled, message, created_at, created_by)
                VALUES (?, ?, ?, 0, '', ?, 'bench')
                """
        ).execute(arguments: [id, number + 1, now, now])
        try database.cachedStatement(
            sql: """
                INSERT INTO audit (at, actor, credential, action, outcome, page, subject, before, after, request_id)
                VALUES (?, 'bench', 'bench', 'live.order', 'done', ?, NULL, ?, ?, ?)
                """
        ).execute(arguments: [
            now, slug, #"{"order":\#(before),"revision":\#(number)}"#,
            #"{"order":\#(after),"revision":\#(number + 1)}"#,
            "8e35833607389c381bae2b091752bdd5",
        ])
        number += 1
    }
}
