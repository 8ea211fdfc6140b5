import Foundation
public import Publishing
public import SQLStore
import Synchronization

/// A PostgreSQL database with a pool of connections.
public struct PostgreSQLEngine: SQLEngine {
    let pool: PostgreSQLPool
    public var node: NodeState? { state }
    private let state: NodeState
    private let servers: PostgreSQLServers
    private let listener: ChangeListener
    private let writer: PostgreSQLWriter
    let commits: CommitQueue

    /// The maximum number of concurrent transactions.
    private static let connections = 8
    /// The maximum number of retries of a transaction that the server aborted in favour of another one.
    static let maximumRetries = 3

    init(_ address: PostgreSQLAddress, clock: PublishingClock?, time: Duration = .seconds(10)) {
        servers = PostgreSQLServers(address)
        state = NodeState(name: Self.hostName, usesSystemClock: Self.usesSystemClock)
        pool = PostgreSQLPool(servers, connections: Self.connections, idleTime: time / 2)
        listener = ChangeListener(servers, state)
        writer = PostgreSQLWriter(listener, clock: clock, time: time)
        commits = writer.makeCommitQueue(pool)
    }

    /// Whether reads use the system's clock, for tests that stop both this clock and the database's.
    private static let usesSystemClock =
        ProcessInfo.processInfo.environment["TEST_HOMEBLOCKS_CLOCK"] == "system"

    /// The name of this machine.
    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Sets the time of reads to the database's time.
    func setTime(_ connection: PostgreSQLConnection, until deadline: ContinuousClock.Instant) throws {
        let began = MonotonicInstant.now
        let time = try connection.run("SELECT \(PostgreSQLTransaction.now)", until: deadline).row(0).instant(0)
        let trip = NodeLease.RoundTrip(began: began, ended: .now, databaseTime: time)
        state.update {
            $0.setTime(trip)
            $0.confirm(trip)
        }
    }

    public func close() {
        listener.close()
        pool.close()
    }

    // MARK: Transactions

    public func read<Value: Sendable>(
        isShort: Bool, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        let (clock, deadline) = (writer.clock, ContinuousClock.now + writer.time)
        return try await pool.run(by: deadline) { worker in
            func run(isShort: Bool) throws -> Value {
                try worker.repeating(until: deadline) { connection in
                    let transaction = PostgreSQLTransaction(
                        connection, beginning: PostgreSQLTransaction.reading, isShort: isShort, clock: clock,
                        until: deadline)
                    defer { transaction.rollBack() }
                    return try body(transaction)
                }
            }
            guard isShort else { return try run(isShort: false) }
            do { return try run(isShort: true) } catch is PostgreSQLTransaction.IsOver {
                return try run(isShort: false)
            }
        }
    }

    public func write<Value: Sendable>(
        _ end: TransactionEnd, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        if case .groupCommit(.some(let page)) = end { return try await commits.write(page, body) }
        let (writer, deadline) = (writer, ContinuousClock.now + writer.time)
        return try await pool.run(by: deadline) { try writer.write(end, $0, until: deadline, body) }
    }

    // MARK: The server

    public func externalChanges(_ program: NodeProgram) -> AsyncStream<ExternalChanges> { listener.changes(program) }

    public func retryRefresh(_ changes: ExternalChanges) { listener.retryRefresh(changes) }

    public func runAlone(_ body: @Sendable () async -> Void) async throws -> Bool {
        let deadline = ContinuousClock.now + writer.time
        // The connection holds the lock until it is closed.
        guard let lock = try await pool.run(by: deadline, { [servers] _ in try SessionLock(servers, until: deadline) })
        else { return false }
        await body()
        lock.release()
        return true
    }

    public func checkReadiness() async throws {
        do { try await checkWritableAndSchemaVersion(until: .now + .seconds(2)) } catch PostgreSQLError.busy
            where state.staleSeconds == nil
        {
            // All connections are in use, but a write has just confirmed the lease.
        }
    }

    private func checkWritableAndSchemaVersion(until deadline: ContinuousClock.Instant) async throws {
        try await pool.run(by: deadline) { worker in
            let state = try worker.repeating(until: deadline) { connection in
                try connection.run(PostgreSQLSchema.stateQuery, until: deadline).row(0)
            }
            guard try !state.bool(0) else {
                throw PublishingError.unavailable(.readOnly(cause: "The server is read-only."))
            }
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
                    "PostgreSQL runs with fsync off: a power failure may lose acknowledged changes. Turn it on.")
                return true
            }
            return warnings
        }
    }

    public func usage() async throws -> DatabaseUsage {
        let deadline = ContinuousClock.now + writer.time
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

/// A lock that a dedicated connection holds while it is open.
private final class SessionLock: Sendable {
    private let connection: Mutex<PostgreSQLConnection?>

    /// - Returns: nil if another connection has the lock.
    init?(_ servers: PostgreSQLServers, until deadline: ContinuousClock.Instant) throws {
        let connection = try servers.connect(until: deadline)
        let isFree = try connection.run(
            "SELECT pg_try_advisory_lock(\(PostgreSQLDialect.retentionLock))", until: deadline
        ).row(0).bool(0)
        guard isFree else { return nil }
        self.connection = Mutex(connection)
    }

    func release() { connection.withLock { $0 = nil } }
}

extension PostgreSQLWorker {
    /// Runs a body with a connection. Retries it with a new connection if that is lost, and also if the server aborted
    /// the transaction in favour of another one.
    func repeating<Value>(
        until deadline: ContinuousClock.Instant, _ body: (PostgreSQLConnection) throws -> Value
    ) throws -> Value {
        var retries = 0
        while true {
            do {
                return try body(try connection(until: deadline))
            } catch let error as PostgreSQLError {
                if let state = error.retryState, retries < PostgreSQLEngine.maximumRetries {
                    retries += 1
                    metrics.noteRetry(for: state)
                    if state == PostgreSQLError.outdatedStatement { disconnect(isLost: false) }
                } else if error.isLost, ContinuousClock.now + Self.pause < deadline {
                    disconnect(isLost: true)
                    // A server that restarts refuses connections at first.
                    Thread.sleep(forTimeInterval: Self.pause / .seconds(1))
                } else {
                    throw error
                }
            }
        }
    }

    private static let pause = Duration.milliseconds(100)
}
