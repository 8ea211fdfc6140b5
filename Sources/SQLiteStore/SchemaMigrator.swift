import GRDB
import Migrations

/// Brings a database's schema up to date: with all steps that it lacks, or not at all.
struct SchemaMigrator {
    /// All steps, in order. The schema's version is their number.
    let steps: [Migrations.Migration]

    private var version: Int32 { Int32(steps.count) }

    /// - Throws: ``SchemaFailure`` if a step cannot be made. Whatever it throws, the database is as it was.
    func migrate(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { database in
            guard try Self.version(of: database) != version else { return }
            // A table that others refer to can only be built anew without foreign keys, and they cannot be switched off
            // within a transaction.
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            let outcome = Result {
                try database.inTransaction(.immediate) {
                    try makeMissingSteps(database)
                    return .commit
                }
            }
            try database.execute(sql: "PRAGMA foreign_keys = ON")
            try outcome.get()
        }
    }

    /// Migrates a file by a connection that does nothing else to it: a pool writes to each file that it opens.
    func migrate(path: String) throws {
        let queue = try DatabaseQueue(path: path, configuration: SQLiteStore.configuration)
        let outcome = Result {
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            }
            try migrate(queue)
        }
        // Whatever came of it, nothing stays beside the file.
        let closing = Result { try queue.close() }
        try outcome.get()
        try closing.get()
    }

    static func version(of database: Database) throws -> Int32 {
        try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    private func makeMissingSteps(_ database: Database) throws {
        // Another process may have been first; from here on none can.
        let old = try Self.version(of: database)
        guard old <= version else { throw SchemaFailure.newer(old) }
        guard old < version else { return }
        for step in steps[Int(max(old, 0))...] {
            try making(step.name, old, database) { try database.execute(sql: step.sql) }
        }
        try making("foreign_key_check", old, database) { try database.checkForeignKeys() }
        try note(database)
        try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
        try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    private func making(_ step: String, _ old: Int32, _ database: Database, _ make: () throws -> Void) throws {
        do { try make() } catch let error as DatabaseError {
            throw SchemaFailure.step(step, from: old, to: version, error)
        }
    }

    /// Writes down the steps where programs from before this migrator look, which would otherwise make them again.
    private func note(_ database: Database) throws {
        try database.execute(
            sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for step in steps {
            try database.execute(
                sql: "INSERT OR IGNORE INTO grdb_migrations (identifier) VALUES (?)", arguments: [step.name])
        }
    }
}
