import Foundation
import Publishing
import SQLStore

/// A program's row in the table of nodes.
struct NodeRow {
    let node: NodeState
    let program: NodeProgram

    /// The time in milliseconds for which a node may be silent before others remove its row.
    private static let maximumSilence = 3_600_000

    private var id: SQLValue { .blob(withUnsafeBytes(of: node.id.uuid) { Array($0) }) }

    /// A statement that writes the row, and removes those of nodes that have been silent for too long. Each row of its
    /// result has the database's time, and a node as it was before.
    func confirmation(lastLine: Int64) -> PostgreSQLMessage {
        PostgreSQLMessage(
            Self.confirming,
            [id, .text(node.name), .text(program.version), .text(program.layouts()), .integer(lastLine)])
    }

    private static let confirming = """
        WITH instant AS (SELECT \(PostgreSQLTransaction.now) AS now),
            gone AS (
                DELETE FROM nodes USING instant
                WHERE seen_at < instant.now - \(maximumSilence) AND id <> CAST(?1 AS uuid)),
            kept AS (
                INSERT INTO nodes (id, name, version, layouts, started_at, seen_at, last_line)
                SELECT CAST(?1 AS uuid), ?2, ?3, ?4, instant.now, instant.now, CAST(?5 AS bigint) FROM instant
                ON CONFLICT (id) DO UPDATE SET
                    layouts = excluded.layouts, seen_at = excluded.seen_at, last_line = excluded.last_line)
        SELECT instant.now, CAST(id AS text), name, version, layouts, started_at, seen_at, last_line
        FROM instant LEFT JOIN nodes ON true
        """

    /// Reads the result of a confirmation.
    static func read(_ result: PostgreSQLResult) throws -> (time: Instant, nodes: [NodeRecord]) {
        let nodes = try (0..<result.rowCount).map(result.row).filter { $0[1] != .null }.map { row in
            NodeRecord(
                id: try row.text(1), name: try row.text(2), version: try row.text(3), layouts: try row.text(4),
                startedAt: try row.instant(5), seenAt: try row.instant(6), lastLine: try row.id(7))
        }
        return (try result.row(0).instant(0), nodes)
    }

    /// A statement that removes the row.
    var removal: PostgreSQLMessage {
        PostgreSQLMessage("DELETE FROM nodes WHERE id = CAST(?1 AS uuid)", [id])
    }
}
