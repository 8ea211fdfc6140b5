import Foundation
import GRDB
import Publishing
public import SQLStore

/// A database file that is the source or the target of a copy.
public struct SQLiteCopyEndpoint: CopyEndpoint {
    private let file: DatabaseFile

    public init(path: String) { file = DatabaseFile(path: path) }

    public func read<Value>(
        _ body: (any SQLTransaction, _ confirm: @escaping () throws -> Void) throws -> Value
    ) throws -> Value {
        try file.inspectForReading()
        return try file.readOnce { queue, confirm in
            try queue.read { database in
                try file.inspectKind(mayBeEmpty: false, database)
                let version = try SchemaMigrator.version(of: database)
                guard version == Schema.version else { throw file.refusal(.older(version)) }
                return try body(explained(database), confirm)
            }
        }
    }

    /// Fills a file with a temporary name, which gets its final name when it is complete, so that no program can open
    /// it before.
    public func fill<Value>(_ body: (any SQLTransaction) throws -> Value) throws -> Value {
        try file.inspectFolder()
        guard !Disk.exists(file.path) else { throw file.refusal(.copyExists) }
        // SQLite would use the log of a deleted file for the new one.
        if let log = ["-wal", "-journal"].first(where: { Disk.exists(file.path + $0) }) {
            throw file.refusal(.foreignLog(file.path + log))
        }
        let partial = PartialDatabase(path: file.path)
        let value = try partial.fill(file, at: PublishingClock.system.now) { try body(explained($0)) }
        partial.giveToOwner(of: Disk.folder(of: file.path))
        guard try partial.commitIfFree() else { throw file.refusal(.copyExists) }
        partial.removeLeftovers()
        return value
    }

    private func explained(_ database: Database) -> ExplainedDatabase {
        ExplainedDatabase(SQLiteConnection(database: database, clock: .system)) { error in
            guard let error = error as? DatabaseError else { return error }
            guard error.resultCode == .SQLITE_CONSTRAINT else { return file.refusal(error) }
            return file.refusal(.unfilled(reason: error.message ?? "\(error.resultCode)"))
        }
    }

    // MARK: Ids

    public func lastID(of table: String, in database: any SQLTransaction) throws -> Int64 {
        var last: Int64 = 0
        try database.query("SELECT seq FROM sqlite_sequence WHERE name = ?1", [.text(table)]) { row in
            last = try row.id(0)
            return false
        }
        return last
    }

    /// Does nothing to tables that reuse the ids of deleted rows.
    public func continueIDs(of table: String, after last: Int64, in database: any SQLTransaction) throws {
        try database.execute("DELETE FROM sqlite_sequence WHERE name = ?1", [.text(table)])
        try database.execute(
            """
            INSERT INTO sqlite_sequence (name, seq)
            SELECT name, ?2 FROM sqlite_schema WHERE type = 'table' AND name = ?1 AND sql LIKE '% AUTOINCREMENT%'
            """, [.text(table), .integer(last)])
    }
}
