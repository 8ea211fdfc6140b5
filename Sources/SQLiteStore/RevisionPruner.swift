import GRDB

/// Revisions of a page that go, with what only they had. Nothing is looked at but what they refer to, so that it takes
/// no longer where the history is long.
struct RevisionPruner {
    let page: PageRow
    let numbers: [Int]

    func delete(_ database: Database) throws {
        let revisions = numbers.map { Int64($0) }
        let ofThem = "FROM revisions WHERE page_id = ?1 AND number"
        let orders = try ids("SELECT DISTINCT order_id \(ofThem)", revisions, database)
        let trees = try ids("SELECT DISTINCT tree_id \(ofThem)", revisions, database)
        try run("DELETE FROM releases WHERE page_id = ?1 AND revision", revisions, database)
        try run("UPDATE revisions SET parent = NULL WHERE page_id = ?1 AND parent", revisions, database)
        try run("DELETE \(ofThem)", revisions, database)
        try run(
            """
            DELETE FROM orders WHERE page_id = ?1
                AND NOT EXISTS (SELECT 1 FROM revisions WHERE page_id = ?1 AND order_id = orders.id) AND id
            """, orders, database)
        let unused = try ids(
            """
            SELECT id FROM trees WHERE page_id = ?1
                AND NOT EXISTS (SELECT 1 FROM revisions WHERE page_id = ?1 AND tree_id = trees.id) AND id
            """, trees, database)
        try delete(trees: unused, database)
    }

    private func delete(trees: [Int64], _ database: Database) throws {
        let versions = try ids(
            """
            SELECT DISTINCT placements.version_id FROM trees JOIN placements ON placements.tree_id = trees.id
            WHERE trees.page_id = ?1 AND trees.id
            """, trees, database)
        try run("DELETE FROM trees WHERE page_id = ?1 AND id", trees, database)
        try run(
            """
            DELETE FROM block_versions WHERE page_id = ?1
                AND NOT EXISTS (SELECT 1 FROM placements WHERE version_id = block_versions.id) AND id
            """, versions, database)
    }

    // MARK: Statements whose last condition is about a column that has one of some numbers

    private func ids(_ sql: String, _ numbers: [Int64], _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(database, sql: sql + Self.isOneOfThem, arguments: arguments(numbers))
    }

    private func run(_ sql: String, _ numbers: [Int64], _ database: Database) throws {
        try database.execute(sql: sql + Self.isOneOfThem, arguments: arguments(numbers))
    }

    private static let isOneOfThem = " IN (SELECT value FROM json_each(?2))"

    private func arguments(_ numbers: [Int64]) -> StatementArguments {
        [page.id, "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"]
    }
}
