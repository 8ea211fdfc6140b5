import Foundation
import Publishing
import SQLiteStore
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLStore

/// An empty file, or an empty schema on a server, as the source or target of a copy.
struct CopyPlace: Sendable {
    enum Kind: Sendable {
        case file
        case postgreSQL(server: String)

        var isOnServer: Bool {
            if case .postgreSQL = self { true } else { false }
        }

        static let all: [Kind] =
            [.file] + (ProcessInfo.processInfo.environment["TEST_POSTGRESQL"].map { [.postgreSQL(server: $0)] } ?? [])
    }

    /// A source and a target of every kind.
    static let pairs = Kind.all.flatMap { source in Kind.all.map { (source, $0) } }

    let endpoint: any CopyEndpoint
    private let open: @Sendable (PublishingClock) throws -> any PageDatabase
    /// Whether the place is empty.
    let isVacant: @Sendable () throws -> Bool
    private let folder: TemporaryFolder

    init(_ kind: Kind) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        switch kind {
        case .file:
            let path = folder.path("pages.sqlite")
            endpoint = SQLiteCopyEndpoint(path: path)
            open = { try SQLiteStore(path: path, catalog: try Project.catalog(), clock: $0) }
            isVacant = { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty }
        case .postgreSQL(let server):
            let address = try #require(PostgreSQLAddress(try PostgreSQLServer(url: server).makeSchema()))
            endpoint = PostgreSQLCopyEndpoint(address)
            open = { try PostgreSQLStore(address: address, catalog: try Project.catalog(), clock: $0) }
            isVacant = {
                let connection = try PostgreSQLConnection(address, until: .now + .seconds(10))
                let tables = "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
                return try connection.run(tables, until: .now + .seconds(10)).row(0).int(0) == 0
            }
        }
    }

    /// Opens the database as a server does.
    func openStore(_ time: TestClock) throws -> any PageDatabase { try open(time.clock) }

    /// Opens the database, and closes it at the end.
    func withStore<Value>(
        _ time: TestClock, _ body: (any PageDatabase) async throws -> Value
    ) async throws -> Value {
        let store = try openStore(time)
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(store)) } catch { outcome = .failure(error) }
        try store.close()
        return try outcome.get()
    }

    /// All rows that are copied, by table.
    func rows() throws -> [[[SQLValue]]] {
        try endpoint.read { database, _ in
            try CopiedTable.all.map { table in
                var (reader, rows) = (TableReader(table, in: database), [[SQLValue]]())
                while let next = Optional(try reader.next()), !next.isEmpty { rows += next }
                return rows
            }
        }
    }

    func number(_ sql: String) throws -> Int64? { try endpoint.read { database, _ in try database.number(sql) } }
}

extension CopyPlace.Kind: CustomTestStringConvertible {
    var testDescription: String {
        switch self {
        case .file: "a file"
        case .postgreSQL: "PostgreSQL"
        }
    }
}

/// An endpoint that stores other texts than it is given.
struct AlteringEndpoint: CopyEndpoint {
    let base: any CopyEndpoint
    /// The beginning of the statements whose last JSON object gets an extra space.
    let statement: String

    func read<Value>(
        _ body: (any SQLTransaction, _ confirm: @escaping () throws -> Void) throws -> Value
    ) throws -> Value { try base.read(body) }

    func fill<Value>(_ body: (any SQLTransaction) throws -> Value) throws -> Value {
        try base.fill { try body(AlteringDatabase(base: $0, statement: statement)) }
    }

    func lastID(of table: String, in database: any SQLTransaction) throws -> Int64 {
        try base.lastID(of: table, in: database)
    }

    func continueIDs(of table: String, after last: Int64, in database: any SQLTransaction) throws {
        try base.continueIDs(of: table, after: last, in: database)
    }

    private struct AlteringDatabase: SQLTransaction {
        let base: any SQLTransaction
        let statement: String

        var dialect: SQLDialect { base.dialect }

        var programTime: Instant? { base.programTime }

        func now() throws -> Instant { try base.now() }

        func query(_ sql: String, _ arguments: [SQLValue], _ body: (any SQLRow) throws -> Bool) throws {
            try base.query(sql, arguments, body)
        }

        func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
            var arguments = arguments
            if sql.hasPrefix(statement),
                let last = arguments.lastIndex(where: {
                    if case .text(let text) = $0 { text.hasSuffix("}") } else { false }
                }),
                case .text(let text) = arguments[last]
            {
                // The same JSON value with different bytes.
                arguments[last] = .text(text + " ")
            }
            return try base.execute(sql, arguments)
        }

        func executeDeferred(_ sql: String, _ arguments: [SQLValue]) throws { _ = try execute(sql, arguments) }

        func attempt(_ body: () throws -> Void) throws -> (any Error)? { try base.attempt(body) }

        func executeAudit(_ sql: String, _ arguments: [SQLValue], isFollowed: Bool) throws {
            try base.executeAudit(sql, arguments, isFollowed: isFollowed)
        }
    }
}
