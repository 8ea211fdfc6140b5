import Foundation
public import GRDB
public import Publishing
public import SQLStore

/// A GRDB connection within a transaction.
struct SQLiteConnection: SQLDatabase {
    let database: Database
    let clock: PublishingClock

    var dialect: SQLDialect { .sqlite }

    func now() -> Instant { clock.now }

    func query(_ sql: String, _ arguments: [SQLValue], _ body: (any SQLRow) throws -> Bool) throws {
        let statement = try database.cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: arguments.statementArguments)
        while let row = try rows.next() {
            guard try body(SQLiteRow(row: row)) else { return }
        }
    }

    func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
        try database.cachedStatement(sql: sql).execute(arguments: arguments.statementArguments)
        return database.changesCount
    }

    /// Only one transaction writes at a time: the order of ids is that of commits.
    func executeDeferred(_ sql: String, _ arguments: [SQLValue]) throws { _ = try execute(sql, arguments) }

    func executeAudit(_ sql: String, _ arguments: [SQLValue], isFollowed: Bool) throws {
        _ = try execute(sql, arguments)
    }
}

private struct SQLiteRow: SQLRow {
    let row: Row

    subscript(column: Int) -> SQLValue {
        let value: DatabaseValue = row[column]
        return switch value.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .string(let text): .text(text)
        case .blob(let data): .blob(Array(data))
        // No column has such a type; whoever reads it reports that.
        case .double(let number): .text(String(number))
        }
    }
}

extension [SQLValue] {
    fileprivate var statementArguments: StatementArguments {
        StatementArguments(
            map { value in
                switch value {
                case .null: .null
                case .integer(let number): number.databaseValue
                case .text(let text): text.databaseValue
                case .blob(let bytes): Data(bytes).databaseValue
                }
            } as [DatabaseValue])
    }
}

extension SQLDialect {
    static let sqlite = SQLDialect(
        // Without statistics SQLite may choose another index, and then reads a whole history.
        indexedBy: { "INDEXED BY \($0)" }, elements: { "SELECT value FROM json_each(\($0))" },
        numbers: { "SELECT value FROM json_each(\($0))" }, bytes: { "CAST(\($0) AS BLOB)" },
        locking: { _, _ in "" }, lockingPage: { _, _ in "" }, taking: { _ in nil }, takingCredential: { _ in nil },
        insertingGrams: "INSERT INTO block_grams (rowid, grams) VALUES (?1, ?2)",
        matchingGrams: "SELECT rowid AS version_id FROM block_grams WHERE block_grams MATCH ?1",
        ownExpiringTables: [])
}

extension DatabaseError: SQLFailure {
    public var publishingError: PublishingError {
        switch resultCode {
        case .SQLITE_FULL: .unavailable(.diskFull)
        case .SQLITE_BUSY, .SQLITE_LOCKED: .unavailable(.locked)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN: .unavailable(.readOnly)
        case .SQLITE_IOERR: .unavailable(.diskError)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: .unavailable(.damaged)
        default: .internalError(description)
        }
    }
}
