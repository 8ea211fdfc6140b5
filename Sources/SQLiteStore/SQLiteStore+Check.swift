import GRDB
public import Publishing
public import SQLStore

extension SQLiteStore {
    /// Checks the whole content of a database without changing or migrating it.
    ///
    /// - Throws: ``DatabaseRefusal`` if it cannot be read at all.
    public static func check(
        _ database: String, _ catalog: BlockTypeCatalog, at now: Instant
    ) throws -> DatabaseReport {
        let file = DatabaseFile(path: database)
        try file.inspectForReading()
        return try file.readSnapshot { queue in
            try queue.read { database in
                try file.inspectKind(mayBeEmpty: false, database)
                var report = DatabaseReport()
                report.issues = try database.structureIssues()
                let version = try SchemaMigrator.version(of: database)
                if version == Schema.version {
                    try DatabaseCheck(catalog, at: now, SQLiteConnection(database: database, clock: .system)).run(
                        &report)
                } else {
                    let pages = try DatabaseContents(at: now, database).pages
                    report.noteSchema(Int(version), current: Int(Schema.version), pages: pages)
                }
                return report
            }
        }
    }
}

/// A summary of a database of any schema version.
public struct DatabaseContents: Sendable {
    /// The pages by slug, each with its live revision.
    public let pages: [(slug: String, revision: Int?)]
    /// The size of the file in bytes.
    public let size: Int
    /// The version of its schema.
    public let version: Int

    init(at now: Instant, _ database: Database) throws {
        version = Int(try SchemaMigrator.version(of: database))
        size = try database.fileSize()
        pages = try SQLiteConnection(database: database, clock: .system).liveRevisions(at: now, schema: version)
    }
}

extension Database {
    /// The issues of the file itself: its pages, its references, and differences from a new schema.
    func structureIssues() throws -> [String] {
        let broken = try String.fetchAll(self, sql: "PRAGMA integrity_check(100)").filter { $0 != "ok" }
        let dangling = try Row.fetchAll(
            self, sql: "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY \"table\", parent"
        ).map { "\($0[2] as Int) references from \($0[0] as String) to \($0[1] as String) point to missing rows" }
        // An older version has another schema, and its migration reports problems.
        let isCurrent = try SchemaMigrator.version(of: self) == Schema.version
        let (wanted, present) = try isCurrent ? (Self.newSchema(), schema()) : ([], [])
        let missing = wanted.subtracting(present).sorted().map { "\($0) is missing or was changed" }
        // An additional table does no harm, but a trigger has unexpected effects.
        let foreign = present.subtracting(wanted).filter { $0.hasPrefix("trigger ") }.sorted()
        return broken + dangling + missing + foreign.map { "\($0) is not part of the schema" }
    }

    /// Every table, index and trigger by name, with its SQL.
    private func schema() throws -> Set<String> {
        let rows = try Row.fetchAll(self, sql: "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return Set(rows.map { "\($0[0] as String) \($0[1] as String): \($0[2] as String)" })
    }

    /// The schema that a new database gets.
    private static func newSchema() throws -> Set<String> {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue)
        return try queue.read { try $0.schema() }
    }
}
