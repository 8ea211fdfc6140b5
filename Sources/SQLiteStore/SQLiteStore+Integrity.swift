import GRDB
public import Publishing

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

    /// Looks at every page of the file and follows every reference.
    ///
    /// - Throws: ``PublishingError/unavailable(_:)`` that says what is broken.
    public func checkIntegrity() async throws(PublishingError) {
        try await read { database in
            let faults = try String.fetchAll(database, sql: "PRAGMA integrity_check(10)").filter { $0 != "ok" }
            let dangling = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
            let missing = try Self.schema().subtracting(Self.schema(of: database))
            guard faults.isEmpty, dangling == 0, missing.isEmpty else {
                let reasons =
                    faults + (dangling == 0 ? [] : ["\(dangling) references lead nowhere"])
                    + missing.sorted().map { "\($0) is missing or was changed" }
                throw PublishingError.unavailable(
                    "The database is damaged: \(reasons.joined(separator: "; ")). Restore it from a backup.")
            }
        }
    }
}
