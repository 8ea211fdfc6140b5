import GRDB

extension SQLiteStore {
    /// Every table, index and trigger by its name, with what it says.
    private static func schema(of database: Database) throws -> Set<String> {
        let rows = try Row.fetchAll(database, sql: "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return Set(rows.map { "\($0[0] as String) \($0[1] as String): \($0[2] as String)" })
    }

    /// The schema that a new database gets.
    private static func schema() throws -> Set<String> {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue)
        return try queue.read { try schema(of: $0) }
    }

    /// What is wrong with the file itself: its pages, its references, and what is not as a new one has it.
    static func structureFaults(_ database: Database) throws -> [String] {
        let broken = try String.fetchAll(database, sql: "PRAGMA integrity_check(100)").filter { $0 != "ok" }
        let dangling = try Row.fetchAll(
            database,
            sql: """
                SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY "table", parent
                """
        ).map { "\($0[2] as Int) references from \($0[0] as String) to \($0[1] as String) lead nowhere" }
        // An older version has another schema, and its migration says what is wrong with it.
        let isPresent = try SchemaMigrator.version(of: database) == Schema.version
        let (wanted, present) = try isPresent ? (schema(), schema(of: database)) : ([], [])
        let missing = wanted.subtracting(present).sorted().map { "\($0) is missing or was changed" }
        // A table more does no harm; a trigger does what nobody expects.
        let foreign = present.subtracting(wanted).filter { $0.hasPrefix("trigger ") }.sorted()
        return broken + dangling + missing + foreign.map { "\($0) does not belong here" }
    }
}
