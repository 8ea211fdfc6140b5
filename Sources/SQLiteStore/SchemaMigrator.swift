import GRDB
import Migrations

/// The versions of the schema.
enum Schema {
    /// "HBLK": marks a database file as one of ours.
    static let applicationID: Int32 = 0x4842_4C4B

    static let version = Int32(Migrations.all.count)

    static let migrator = SchemaMigrator(steps: Migrations.all)
}

/// The reason why a migration failed.
enum SchemaFailure: Error {
    /// Another program has migrated it to a version that this one does not know.
    case newer(Int32)
    /// A step, or the check of the references after the last one, failed.
    case step(String, from: Int32, to: Int32, DatabaseError)
}

/// Migrates a database's schema: all missing steps are applied, or none.
struct SchemaMigrator {
    /// All steps, in order. The schema's version is their number.
    let steps: [Migrations.Migration]

    private var version: Int32 { Int32(steps.count) }

    /// - Throws: ``SchemaFailure`` if a step fails. The database is unchanged after any error.
    func migrate(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { database in
            guard try Self.version(of: database) != version else { return }
            // A table that others refer to can only be rebuilt without foreign keys, which cannot be switched off
            // within a transaction.
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            let outcome = Result {
                try database.inTransaction(.immediate) {
                    try applyMissingSteps(database)
                    return .commit
                }
            }
            try database.execute(sql: "PRAGMA foreign_keys = ON")
            try outcome.get()
        }
    }

    /// Migrates a file through a separate connection, because a pool writes to every file that it opens.
    func migrate(path: String) throws {
        let queue = try DatabaseQueue(path: path, configuration: SQLiteEngine.configuration)
        let outcome = Result {
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            }
            try migrate(queue)
        }
        // Closed in any case, so that no other files remain next to the database.
        let closing = Result { try queue.close() }
        try outcome.get()
        try closing.get()
    }

    static func version(of database: Database) throws -> Int32 {
        try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    private func applyMissingSteps(_ database: Database) throws {
        // Another process may have migrated it already; none can from here on.
        let old = try Self.version(of: database)
        guard old <= version else { throw SchemaFailure.newer(old) }
        guard old < version else { return }
        for step in steps[Int(max(old, 0))...] {
            try making(step.name, old, database) { try database.execute(sql: step.sql) }
        }
        try making("foreign_key_check", old, database) { try database.checkForeignKeys() }
        try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    private func making(_ step: String, _ old: Int32, _ database: Database, _ make: () throws -> Void) throws {
        do { try make() } catch let error as DatabaseError {
            throw SchemaFailure.step(step, from: old, to: version, error)
        }
    }
}
