import Foundation
import GRDB
public import Publishing
public import SQLStore
import Synchronization

/// One SQLite file, or a database in memory, with a pool of readers and one writer.
public struct SQLiteEngine: SQLEngine {
    let writer: any DatabaseWriter
    /// A connection that checks whether the file can be written, outside the queue of writers.
    private let readiness: any DatabaseWriter
    private let busyTimeouts = BusyTimeoutTracker()
    private let commits: CommitQueue
    private let clock: PublishingClock
    /// The identity of the file that was opened; nil in memory.
    private let identity: FileIdentity?

    static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.foreignKeysEnabled = true
        return configuration
    }

    /// Opens a file whose schema is up to date.
    init(path: String, clock: PublishingClock) throws {
        let pool = try DatabasePool(path: path, configuration: Self.configuration)
        // The pool's default is a weaker mode, but an acknowledged change must survive a power failure.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        var configuration = Self.configuration
        configuration.busyMode = .timeout(1)
        writer = pool
        commits = Self.makeCommitQueue(pool, busyTimeouts, clock)
        readiness = try DatabaseQueue(path: path, configuration: configuration)
        self.clock = clock
        identity = FileIdentity(path: path)
    }

    init(inMemory queue: DatabaseQueue, clock: PublishingClock) {
        self.clock = clock
        writer = queue
        commits = Self.makeCommitQueue(queue, busyTimeouts, clock)
        readiness = queue
        identity = nil
    }

    /// Closes the database and leaves it as a single file.
    public func close() throws {
        try writer.close()
        // The last connection removes the log if it can write; a pool closes its read-only connections last.
        try readiness.close()
    }

    // MARK: Transactions

    public func read<Value: Sendable>(
        isShort: Bool, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        let clock = clock
        return try await writer.read { try body(SQLiteConnection(database: $0, clock: clock)) }
    }

    public func write<Value: Sendable>(
        _ end: TransactionEnd, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        let (busyTimeouts, clock) = (busyTimeouts, clock)
        if case .groupCommit = end { return try await commits.write("", body) }
        let requested = ContinuousClock.now
        return try await writer.writeWithoutTransaction { database in
            if busyTimeouts.hasTimedOut(since: requested) { throw DatabaseError(resultCode: .SQLITE_BUSY) }
            var value: Value?
            try busyTimeouts.noting {
                try database.inTransaction(.immediate) {
                    value = try body(SQLiteConnection(database: database, clock: clock))
                    return end == .commit ? .commit : .rollback
                }
            }
            guard let value else { throw PublishingError.internalError("a transaction returned no result") }
            return value
        }
    }

    /// Creates the queue for short changes, all of which wait for one connection.
    static func makeCommitQueue(
        _ writer: any DatabaseWriter, _ busyTimeouts: BusyTimeoutTracker, _ clock: PublishingClock
    ) -> CommitQueue {
        CommitQueue(
            refusal: { busyTimeouts.hasTimedOut(since: $0) ? DatabaseError(resultCode: .SQLITE_BUSY) : nil },
            begin: { job in
                writer.asyncWriteWithoutTransaction { database in
                    job { _, make in
                        do {
                            try busyTimeouts.noting {
                                try database.inTransaction(.immediate) {
                                    try make(SQLiteConnection(database: database, clock: clock))
                                    return .commit
                                }
                            }
                            return nil
                        } catch { return error }
                    }
                }
            })
    }

    // MARK: The file

    public func externalChanges(_ program: NodeProgram) -> AsyncStream<ExternalChanges> {
        let writer = writer
        // One element is enough for any number of changes.
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                // The number changes on this connection only after another one has written. All changes of this process
                // use this connection.
                var known: Int?
                while !Task.isCancelled {
                    let version = try? await writer.writeWithoutTransaction { database in
                        try Int.fetchOne(database, sql: "PRAGMA data_version")
                    }
                    if let version {
                        // Also the first time: data that was read before may be older.
                        if known != version { continuation.yield(.everything) }
                        known = version
                    }
                    try? await Task.sleep(for: Self.pollInterval)
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private static let pollInterval = Duration.milliseconds(250)

    public func checkReadiness() async throws {
        let identity = identity
        guard identity?.isCurrent ?? true else { throw PublishingError.unavailable(.replaced) }
        try await readiness.writeWithoutTransaction { database in
            try database.inTransaction(.immediate) { .rollback }
            guard try SchemaMigrator.version(of: database) == Schema.version else {
                throw PublishingError.unavailable(.newerSchema)
            }
            try identity?.checkRoom()
        }
    }

    public func usage() async throws -> DatabaseUsage {
        let path = (writer as? DatabasePool)?.path
        let bytes = try await writer.read { try $0.fileSize() }
        return DatabaseUsage(
            schema: Int(Schema.version), bytes: bytes, logBytes: path.map { Disk.size(of: $0 + "-wal") } ?? 0,
            freeBytes: path.flatMap { Disk.freeSpace(for: $0) })
    }

    public func warnings() -> [String] { [] }

    /// Returns the file's free space to the disk. It needs room for a second copy of the content, and changes wait for
    /// it.
    func vacuum() async throws {
        try await writer.vacuum()
        // The log now has the whole content. Readers may delay its truncation; that is not an error.
        try await writer.writeWithoutTransaction { database in
            _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}

extension Database {
    /// The size of the file in bytes.
    func fileSize() throws -> Int {
        (try Int.fetchOne(self, sql: "PRAGMA page_count") ?? 0) * (try Int.fetchOne(self, sql: "PRAGMA page_size") ?? 0)
    }
}

/// Remembers when a wait for another program's lock last timed out. A change that was queued before does not wait for
/// the lock again: otherwise the waits of all queued changes would add up.
final class BusyTimeoutTracker: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    /// Runs a transaction, and notes if its wait for the lock times out.
    func noting(_ transaction: () throws -> Void) throws {
        do { try transaction() } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            last.withLock { $0 = .now }
            throw error
        }
    }

    func hasTimedOut(since instant: ContinuousClock.Instant) -> Bool {
        last.withLock { $0.map { $0 > instant } ?? false }
    }
}
