import Publishing

/// Deletes revisions of a page and the rows that only they use. Only rows that they refer to are read, so the time does
/// not depend on the length of the history.
struct RevisionPruner {
    let page: PageRow
    let database: any SQLTransaction

    func delete(_ numbers: [Int]) throws {
        let revisions = numbers.map { Int64($0) }
        let ofThem = "FROM revisions WHERE page_id = ?1 AND number"
        let orders = try ids("SELECT DISTINCT order_id \(ofThem)", revisions)
        let trees = try ids("SELECT DISTINCT tree_id \(ofThem)", revisions)
        try run("DELETE FROM releases WHERE page_id = ?1 AND revision", revisions)
        try run("UPDATE revisions SET parent = NULL WHERE page_id = ?1 AND parent", revisions)
        try run("DELETE \(ofThem)", revisions)
        try run(
            """
            DELETE FROM orders WHERE page_id = ?1
                AND NOT EXISTS (SELECT 1 FROM revisions WHERE page_id = ?1 AND order_id = orders.id) AND id
            """, orders)
        let unused = try ids(
            """
            SELECT id FROM trees WHERE page_id = ?1
                AND NOT EXISTS (SELECT 1 FROM revisions WHERE page_id = ?1 AND tree_id = trees.id) AND id
            """, trees)
        try delete(trees: unused)
    }

    private func delete(trees: [Int64]) throws {
        let versions = try ids(
            """
            SELECT DISTINCT placements.version_id FROM trees JOIN placements ON placements.tree_id = trees.id
            WHERE trees.page_id = ?1 AND trees.id
            """, trees)
        try run("DELETE FROM trees WHERE page_id = ?1 AND id", trees)
        try run(
            """
            DELETE FROM block_versions WHERE page_id = ?1
                AND NOT EXISTS (SELECT 1 FROM placements WHERE version_id = block_versions.id) AND id
            """, versions)
    }

    // MARK: Statements that end with a column, which is compared with a list of numbers

    private var isOneOfThem: String { " IN (\(database.dialect.numbers("?2")))" }

    private func ids(_ sql: String, _ numbers: [Int64]) throws -> [Int64] {
        try database.all(sql + isOneOfThem, page.id, list(numbers)) { try $0.id(0) }
    }

    private func run(_ sql: String, _ numbers: [Int64]) throws {
        try database.run(sql + isOneOfThem, page.id, list(numbers))
    }

    private func list(_ numbers: [Int64]) -> String { "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]" }
}
