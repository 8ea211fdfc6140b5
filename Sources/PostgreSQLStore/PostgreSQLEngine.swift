import Foundation
import Publishing
public import SQLStore

/// A database on PostgreSQL with a pool of connections.
public struct PostgreSQLEngine: SQLEngine {
    let pool: PostgreSQLPool
    private let listener: ChangeListener
    /// What dates changes; the server's clock if nil.
    private let clock: PublishingClock?

    /// How many transactions there are at most at once.
    private static let connections = 8
    /// How long a read may take, and how long a change with all that it waits for.
    private let time: Duration
    /// How often a transaction is run again that the server ended in favour of another one.
    static let mostRetries = 3

    init(_ address: PostgreSQLAddress, clock: PublishingClock?, time: Duration = .seconds(10)) {
        self.time = time
        pool = PostgreSQLPool(address, connections: Self.connections, idleTime: time / 2)
        listener = ChangeListener(address)
        self.clock = clock
    }

    public func close() { pool.close() }

    // MARK: Transactions

    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value {
        let (clock, deadline) = (clock, ContinuousClock.now + time)
        return try await pool.run(by: deadline) { worker in
            try worker.repeating(until: deadline) { connection in
                let transaction = PostgreSQLTransaction(
                    connection, beginning: PostgreSQLTransaction.reading, clock: clock, until: deadline)
                defer { transaction.rollBack() }
                return try body(transaction)
            }
        }
    }

    public func write<Value: Sendable>(
        commits: Bool, _ body: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value {
        let (clock, deadline) = (clock, ContinuousClock.now + time)
        let (commit, listener) = (UUID(), listener)
        return try await pool.run(by: deadline) { worker in
            // What a transaction returned whose COMMIT got no response.
            var unconfirmed: Value?
            do {
                return try worker.repeating(until: deadline) { connection in
                    let transaction = PostgreSQLTransaction(
                        connection, beginning: PostgreSQLTransaction.writing(commit), clock: clock, until: deadline)
                    defer { transaction.rollBack() }
                    if let made = unconfirmed, try transaction.wasCommitted() { return made }
                    unconfirmed = nil
                    let value = try body(transaction)
                    guard commits else { return value }
                    try worker.checkCancellation()
                    do {
                        listener.noteOwn(try worker.metrics.measuringCommit { try transaction.commit() })
                    } catch let error as PostgreSQLError where error.isLost {
                        unconfirmed = value
                        throw error
                    }
                    return value
                }
            } catch _ where unconfirmed != nil {
                throw PostgreSQLError.outcomeUnknown
            }
        }
    }

    // MARK: The server

    public func outsideChanges() -> AsyncStream<Void> { listener.changes() }

    public func checkReadiness() async throws {
        let deadline = ContinuousClock.now + .seconds(2)
        try await pool.run(by: deadline) { worker in
            let state = try worker.repeating(until: deadline) { connection in
                try connection.run(PostgreSQLSchema.stateQuery, until: deadline).row(0)
            }
            guard try !state.bool(0) else { throw PublishingError.unavailable(.readOnly) }
            guard try state.int(1) <= PostgreSQLSchema.version else {
                throw PublishingError.unavailable(.newerSchema)
            }
        }
    }

    public func warnings() async throws -> [String] {
        try await read { database in
            var warnings: [String] = []
            try database.query("SELECT 1 WHERE current_setting('fsync') = 'off'", []) { _ in
                warnings.append(
                    "PostgreSQL runs with fsync off: a power cut may lose changes that were acknowledged. Turn it on.")
                return true
            }
            return warnings
        }
    }

    public func usage() async throws -> DatabaseUsage {
        let deadline = ContinuousClock.now + time
        return try await pool.run(by: deadline) { worker in
            let row = try worker.repeating(until: deadline) { connection in
                try connection.run(PostgreSQLSchema.usageQuery, until: deadline).row(0)
            }
            return DatabaseUsage(
                schema: try row.int(0), bytes: try row.int(1),
                connections: worker.metrics.connections(limit: Self.connections))
        }
    }
}

extension PostgreSQLWorker {
    /// Runs something with a connection, and again with another one if that is lost, or if the server ended the
    /// transaction in favour of another one.
    fileprivate func repeating<Value>(
        until deadline: ContinuousClock.Instant, _ body: (PostgreSQLConnection) throws -> Value
    ) throws -> Value {
        var retries = 0
        while true {
            do {
                return try body(try connection(until: deadline))
            } catch let error as PostgreSQLError {
                if let state = error.retryState, retries < PostgreSQLEngine.mostRetries {
                    retries += 1
                    metrics.noteRetry(for: state)
                    if state == PostgreSQLError.outdatedStatement { disconnect() }
                } else if error.isLost, ContinuousClock.now + Self.pause < deadline {
                    disconnect()
                    // A server that starts again refuses connections at first.
                    Thread.sleep(forTimeInterval: Self.pause / .seconds(1))
                } else {
                    throw error
                }
            }
        }
    }

    private static let pause = Duration.milliseconds(100)
}
