import Publishing
import SQLStore

/// The rules that the schema itself enforces, read from the database's catalog and named the same on all engines.
struct SchemaRules {
    /// For example `pages: check slug`, `drafts: reference page_id to pages`, `orders: trigger UPDATE`.
    let broken: Set<String>
    /// The columns: their types, and whether they are required.
    let columns: Set<String>

    /// Tables that only one engine has.
    private static let own: Set<String> = [
        "attempts", "commits", "homeblocks_schema", "nodes", "presence", "set_up_link", "sqlite_sequence",
        // Both are filled from other tables; the index is different on each engine.
        "block_texts", "block_grams", "block_grams_config", "block_grams_content", "block_grams_data",
        "block_grams_docsize", "block_grams_idx",
    ]
    /// A trigger that deletes unreferenced rows, and rejects nothing.
    private static let cleaning = "tree_subtrees: trigger DELETE"
    /// Columns of shared tables that only one engine has.
    private static let ownColumns: Set<String> = ["audit.commit_id uuid"]

    init(of store: any InspectableStore) async throws {
        let isSQLite = (try? await store.number("SELECT count(*) FROM sqlite_master")) != nil
        let rows =
            isSQLite
            ? try await Self.sqlite(store)
            : try await store.rows(Self.postgreSQL, columns: 3)
        let rules = rows.map { $0.map(\.string) }.filter { !Self.own.contains($0[0]) }
        broken = Set(rules.filter { $0[1] != "column" }.map { "\($0[0]): \($0[1]) \($0[2])" })
            .subtracting([Self.cleaning])
        columns = Set(rules.filter { $0[1] == "column" }.map { "\($0[0]).\($0[2])" }).subtracting(Self.ownColumns)
    }

    // MARK: PostgreSQL

    /// A column of the type json implies the rule that its value is JSON.
    private static let postgreSQL = """
        WITH tables AS (
            SELECT oid, relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
        ), columns AS (
            SELECT t.oid, t.relname, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull
            FROM tables AS t JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
        ), constraints AS (
            SELECT c.*, t.relname, (
                SELECT string_agg(k.attname, ', ' ORDER BY CASE WHEN c.contype = 'c' THEN 0 ELSE u.place END, k.attname)
                FROM unnest(c.conkey) WITH ORDINALITY AS u (key, place)
                JOIN columns AS k ON k.oid = c.conrelid AND k.attnum = u.key) AS names
            FROM pg_constraint AS c JOIN tables AS t ON t.oid = c.conrelid
        )
        SELECT relname::text, 'check', names FROM constraints WHERE contype = 'c'
        UNION SELECT relname, 'check', attname FROM columns WHERE type = 'json'
        UNION SELECT relname, 'reference', names || ' to ' || (SELECT relname FROM tables WHERE oid = confrelid)
            FROM constraints WHERE contype = 'f'
        UNION SELECT relname, 'trigger', 'INSERT' FROM constraints WHERE contype = 'x'
        UNION SELECT t.relname, 'unique', (
                SELECT string_agg(k.attname, ', ' ORDER BY u.place)
                FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS u (key, place)
                JOIN columns AS k ON k.oid = i.indrelid AND k.attnum = u.key)
            FROM pg_index AS i JOIN tables AS t ON t.oid = i.indrelid WHERE i.indisunique
        UNION SELECT t.relname, 'trigger', e.name
            FROM pg_trigger AS g JOIN tables AS t ON t.oid = g.tgrelid
            JOIN (VALUES (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE')) AS e (bit, name) ON g.tgtype & e.bit <> 0
            WHERE NOT g.tgisinternal
        UNION SELECT relname, 'column', attname || ' ' || CASE type
                WHEN 'bigint' THEN 'INTEGER' WHEN 'text' THEN 'TEXT' WHEN 'json' THEN 'TEXT' WHEN 'bytea' THEN 'BLOB'
                ELSE type END || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
            FROM columns
        """

    // MARK: SQLite

    private static func sqlite(_ store: any InspectableStore) async throws -> [[SQLValue]] {
        let catalog = """
            SELECT m.name, 'column', c.name || ' ' || c.type || CASE WHEN c."notnull" OR c.pk THEN ' NOT NULL' ELSE '' END
            FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'
            UNION SELECT m.name, 'unique', (
                SELECT group_concat(name, ', ') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno))
            FROM sqlite_master AS m, pragma_index_list(m.name) AS i WHERE m.type = 'table' AND i."unique"
            UNION SELECT m.name, 'unique', c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c
            WHERE m.type = 'table' AND c.pk AND (SELECT count(*) FROM pragma_table_info(m.name) WHERE pk) = 1
            UNION SELECT m.name, 'reference', (
                SELECT group_concat("from", ', ') FROM (
                    SELECT "from" FROM pragma_foreign_key_list(m.name) WHERE id = f.id ORDER BY seq)) || ' to ' || f."table"
            FROM sqlite_master AS m, pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'
            """
        let columns = try await store.rows(
            """
            SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'
            """, columns: 2
        ).map { ($0[0].string, $0[1].string) }
        let texts = try await store.rows(
            "SELECT tbl_name, type, sql FROM sqlite_master WHERE sql IS NOT NULL", columns: 3)
        let written = texts.flatMap { row -> [[SQLValue]] in
            let (table, text) = (row[0].string, row[2].string.replacing(#/--[^\n]*/#, with: ""))
            switch row[1].string {
            case "table":
                return checks(in: text).map { check in
                    let words = Set(check.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
                    let named = columns.filter { $0.0 == table && words.contains($0.1) }.map(\.1)
                    return [.text(table), .text("check"), .text(named.sorted().joined(separator: ", "))]
                }
            case "trigger":
                let event = text.firstMatch(of: #/(?:BEFORE|AFTER) (INSERT|UPDATE|DELETE) ON/#)?.1 ?? "?"
                return [[.text(table), .text("trigger"), .text(String(event))]]
            default: return []
            }
        }
        return try await store.rows(catalog, columns: 3) + written
    }

    /// The conditions of a table's CHECK constraints.
    private static func checks(in text: String) -> [Substring] {
        text.ranges(of: "CHECK (").map { start in
            var depth = 1
            let end = text[start.upperBound...].firstIndex { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth == 0
            }
            return text[start.upperBound..<(end ?? text.endIndex)]
        }
    }
}

extension SQLValue {
    fileprivate var string: String {
        switch self {
        case .null: ""
        case .integer(let number): String(number)
        case .text(let text): text
        case .blob(let bytes): "\(bytes)"
        }
    }
}
