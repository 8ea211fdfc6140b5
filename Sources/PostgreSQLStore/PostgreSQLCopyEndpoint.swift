import Foundation
public import SQLStore

/// A PostgreSQL database that is the source or the target of a copy.
public struct PostgreSQLCopyEndpoint: CopyEndpoint {
    private let address: PostgreSQLAddress

    /// The time limit of a copy. An operator watches it and can end it.
    private static let time = Duration.seconds(86_400)

    public init(_ address: PostgreSQLAddress) { self.address = address }

    // MARK: The source

    public func read<Value>(
        _ body: (any SQLTransaction, _ confirm: @escaping () throws -> Void) throws -> Value
    ) throws -> Value {
        try PostgreSQLRefusal.about(address) {
            try PostgreSQLSchema.checkIsCurrent(address)
            return try transaction("ISOLATION LEVEL REPEATABLE READ, READ ONLY") { connection, deadline in
                try body(explained(connection, until: deadline), {})
            }
        }
    }

    // MARK: The target

    /// Fills the database, and creates its tables if necessary, in one transaction.
    public func fill<Value>(_ body: (any SQLTransaction) throws -> Value) throws -> Value {
        try PostgreSQLRefusal.about(address) {
            try transaction("ISOLATION LEVEL READ COMMITTED") { connection, deadline in
                try makeReady(connection, until: deadline)
                let value = try body(explained(connection, until: deadline))
                _ = try connection.run("ANALYZE \(Self.tables)", until: deadline)
                do { _ = try connection.run("COMMIT", until: deadline) } catch let error as PostgreSQLError {
                    throw error.isLost ? PostgreSQLProblem.uncertain : Self.problem(error)
                }
                return value
            }
        }
    }

    private static let tables = (CopiedTable.names + ["sessions"]).joined(separator: ", ")

    /// Creates the tables unless they exist, checks that they are empty, and locks out other programs until the end.
    private func makeReady(_ connection: PostgreSQLConnection, until deadline: ContinuousClock.Instant) throws {
        let isEmpty = (CopiedTable.names + ["sessions"]).map { "NOT EXISTS (SELECT 1 FROM \($0))" }
        do {
            try PostgreSQLSchema.makeCurrent(connection, until: deadline)
            _ = try connection.run("LOCK TABLE \(Self.tables) IN EXCLUSIVE MODE", until: deadline)
        } catch PostgreSQLError.server("55P03", _) { throw PostgreSQLProblem.inUse }
        let state = try connection.run("SELECT \(isEmpty.joined(separator: " AND "))", until: deadline)
        guard try state.row(0).bool(0) else { throw PostgreSQLProblem.notEmpty }
    }

    // MARK: Transactions

    /// Runs a body in a transaction that the server does not time out while the other database is in use.
    ///
    /// Changes that the body has not committed are rolled back.
    private func transaction<Value>(
        _ mode: String, _ body: (PostgreSQLConnection, ContinuousClock.Instant) throws -> Value
    ) throws -> Value {
        let connection = try PostgreSQLConnection(address)
        let deadline = ContinuousClock.now + Self.time
        _ = try connection.run(
            [
                PostgreSQLMessage("BEGIN \(mode)"),
                PostgreSQLMessage("SET LOCAL idle_in_transaction_session_timeout = 0"),
                PostgreSQLMessage("SET LOCAL statement_timeout = 0"),
                PostgreSQLMessage("SET LOCAL lock_timeout = '5s'"),
                PostgreSQLMessage("SET LOCAL synchronous_commit = on"),
            ], until: deadline)
        // The server also rolls it back when the connection is closed.
        defer { if connection.isUsable { _ = try? connection.run("ROLLBACK", until: .now + .seconds(60)) } }
        return try body(connection, deadline)
    }

    private func explained(
        _ connection: PostgreSQLConnection, until deadline: ContinuousClock.Instant
    ) -> ExplainedDatabase {
        let transaction = PostgreSQLTransaction(connection, beginning: [], clock: nil, until: deadline)
        return ExplainedDatabase(transaction) { error in
            guard let error = error as? PostgreSQLError else { return error }
            return PostgreSQLRefusal(address, Self.problem(error))
        }
    }

    private static func problem(_ error: PostgreSQLError) -> PostgreSQLProblem {
        switch error {
        case .lost(let reason): .unreachable(reason)
        case .server(_, let reason): error.isLost ? .unreachable(reason) : .notCopied(reason)
        case .timedOut, .busy, .outcomeUnknown: .unreachable("the server does not respond")
        }
    }

    // MARK: Ids

    public func lastID(of table: String, in database: any SQLTransaction) throws -> Int64 {
        var last: Int64 = 0
        try database.query(
            "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('\(table)', 'id')::regclass), 0)", []
        ) { row in
            last = try row.id(0)
            return false
        }
        return last
    }

    public func continueIDs(of table: String, after last: Int64, in database: any SQLTransaction) throws {
        try database.query("SELECT setval(pg_get_serial_sequence('\(table)', 'id'), ?1)", [.integer(last)]) { _ in
            true
        }
    }
}
