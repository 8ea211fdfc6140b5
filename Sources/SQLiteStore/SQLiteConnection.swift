import Foundation
public import GRDB
import GRDBSQLite
public import Publishing
public import SQLStore

/// A GRDB connection within a transaction.
struct SQLiteConnection: SQLTransaction {
    let database: Database
    let clock: PublishingClock

    var dialect: SQLDialect { .sqlite }

    var programTime: Instant? { clock.now }

    func now() -> Instant { clock.now }

    func query(_ sql: String, _ arguments: [SQLValue], _ body: (any SQLRow) throws -> Bool) throws {
        let statement = try database.cachedStatement(sql: sql)
        let rows = try RowStep.fetchCursor(statement, arguments: arguments.statementArguments)
        let row = SQLiteRow(statement: statement.sqliteStatement)
        while try rows.next() != nil {
            guard try body(row) else { return }
        }
    }

    func idReuseVersion() throws -> Int64? {
        var version: Int64?
        try query("PRAGMA data_version", []) { row in
            if case .integer(let number) = row[0] { version = number }
            return false
        }
        return version
    }

    func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
        try database.cachedStatement(sql: sql).execute(arguments: arguments.statementArguments)
        return database.changesCount
    }

    func attempt(_ body: () throws -> Void) throws -> (any Error)? {
        var failure: (any Error)?
        try database.inSavepoint {
            do {
                try body()
                return .commit
            } catch {
                // SQLite may have rolled back the whole transaction.
                guard database.isInsideTransaction else { throw error }
                failure = error
                return .rollback
            }
        }
        return failure
    }

    func executeDeferred(_ sql: String, _ arguments: [SQLValue]) throws { _ = try execute(sql, arguments) }

    /// Runs the statement immediately: only one transaction writes at a time, so ids are in the order of commits.
    func executeAudit(_ sql: String, _ arguments: [SQLValue], isFollowed: Bool) throws {
        _ = try execute(sql, arguments)
    }
}

/// An empty value that GRDB decodes from each row: ``SQLiteRow`` reads the columns.
private struct RowStep: DatabaseValueConvertible, StatementColumnConvertible {
    var databaseValue: DatabaseValue { .null }

    init(sqliteStatement: SQLiteStatement, index: CInt) {}

    /// The first column may be null.
    static func fromStatement(_ statement: SQLiteStatement, atUncheckedIndex index: CInt) -> RowStep? {
        RowStep(sqliteStatement: statement, index: index)
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> RowStep? { nil }
}

/// The current row of a statement, read with SQLite's own functions for speed: a page of 1,000 blocks has 7,000 values.
private struct SQLiteRow: SQLRow {
    let statement: SQLiteStatement

    subscript(column: Int) -> SQLValue {
        let index = CInt(column)
        return switch sqlite3_column_type(statement, index) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
        case SQLITE_BLOB: .blob(Array(bytes(sqlite3_column_blob(statement, index), of: index)))
        // No column has fractional numbers; reading a value as the wrong type throws.
        default: .text(String(decoding: bytes(sqlite3_column_text(statement, index), of: index), as: UTF8.self))
        }
    }

    /// - Parameter start: the value as a text or as bytes; nil if it is empty. The length is that of this form.
    private func bytes(_ start: UnsafeRawPointer?, of index: CInt) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, index)))
    }
}

extension [SQLValue] {
    fileprivate var statementArguments: StatementArguments {
        StatementArguments(
            map { value -> (any DatabaseValueConvertible)? in
                switch value {
                case .null: nil
                case .integer(let number): number
                case .text(let text): text
                case .blob(let bytes): Data(bytes)
                }
            })
    }
}

extension SQLDialect {
    @Sendable private static func nextID(_ table: String) -> String {
        "(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = '\(table)')"
    }

    static let sqlite = SQLDialect(
        // Without statistics, SQLite may choose another index and then read a whole history.
        indexedBy: { "INDEXED BY \($0)" }, reusesTreeIDs: true,
        isOneOf: { "\($0) IN (SELECT value FROM json_each(\($1)))" },
        isRecent: { _, _ in "" }, nextID: Self.nextID,
        nextIDs: """
            NULL, \(nextID("releases")),
            (SELECT coalesce(max(id), 0) + 1 FROM orders), (SELECT coalesce(max(id), 0) + 1 FROM trees),
            (SELECT coalesce(max(id), 0) + 1 FROM subtrees),
            \(nextID("block_versions"))
            """,
        elements: { "SELECT value FROM json_each(\($0))" },
        numbers: { "SELECT value FROM json_each(\($0))" },
        groupArray:
            "json_group_array(json_object('id', g.id, 'name', g.name, 'role', g.role, 'pages', json(g.pages)))",
        bytes: { "CAST(\($0) AS BLOB)" },
        locking: { _, _ in "" }, lockingPage: { _, _ in "" }, taking: { _ in nil }, takingCredential: { _ in nil },
        insertingGrams: "INSERT INTO block_grams (rowid, grams) SELECT CAST(?1 AS bigint), ?2",
        matchingGrams: "SELECT rowid AS version_id FROM block_grams WHERE block_grams MATCH ?1",
        engineExpiringTables: [])
}

extension DatabaseError: SQLFailure {
    public var publishingError: PublishingError {
        switch resultCode {
        case .SQLITE_FULL: .unavailable(.diskFull)
        case .SQLITE_BUSY, .SQLITE_LOCKED: .unavailable(.locked)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN: .unavailable(.readOnly(cause: description))
        case .SQLITE_IOERR: .unavailable(.diskError(cause: description))
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .unavailable(.damaged)
        default: .internalError(description)
        }
    }
}
