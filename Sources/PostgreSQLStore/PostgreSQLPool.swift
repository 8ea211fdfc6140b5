import Foundation
import SQLStore
import Synchronization

/// A pool of connections, each on its own thread, so that waiting for a server does not block other tasks.
final class PostgreSQLPool: Sendable {
    let metrics = PoolMetrics()
    private let queue = JobQueue()

    /// - Parameters:
    ///   - connections: the maximum number of connections. Each is opened when it is first needed.
    ///   - idleTime: how long a transaction may be idle before the server ends it.
    init(_ servers: PostgreSQLServers, connections: Int, idleTime: Duration) {
        for number in 1...connections {
            let thread = Thread { [queue, metrics] in
                let worker = PostgreSQLWorker(servers, metrics, idleTime: idleTime)
                while let job = queue.next() {
                    metrics.noteBegin()
                    job(worker)
                    metrics.noteEnd()
                }
            }
            thread.name = "postgresql \(number)"
            thread.start()
        }
    }

    /// Runs a body on a thread that has a connection.
    ///
    /// - Throws: ``PostgreSQLError/busy`` if no connection was free in time, and `CancellationError` if the task was
    ///   cancelled before.
    func run<Value: Sendable>(
        by deadline: ContinuousClock.Instant, _ body: @escaping @Sendable (PostgreSQLWorker) throws -> Value
    ) async throws -> Value {
        let cancellation = Flag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isQueued = add { worker in
                    worker.cancellation = cancellation
                    continuation.resume(
                        with: Result {
                            guard ContinuousClock.now < deadline else { throw PostgreSQLError.busy }
                            try worker.checkCancellation()
                            return try body(worker)
                        })
                }
                if !isQueued { continuation.resume(throwing: PostgreSQLError.lost("the database was closed")) }
            }
        } onCancel: {
            cancellation.set()
        }
    }

    /// Runs a body on a thread that has a connection, after the jobs that were added before.
    ///
    /// - Returns: false if the pool was closed.
    func add(_ body: @escaping @Sendable (PostgreSQLWorker) -> Void) -> Bool {
        metrics.noteWaiting()
        return queue.add { worker in
            worker.cancellation = Flag()
            body(worker)
        }
    }

    /// Ends the threads once all jobs that were added before are done.
    func close() { queue.close() }
}

/// A thread's own connection, which is reopened after it was lost.
final class PostgreSQLWorker {
    let metrics: PoolMetrics
    /// Whether the task that waits for the current job was cancelled.
    fileprivate(set) var cancellation = Flag()
    private let servers: PostgreSQLServers
    private let idleTime: Duration
    private var current: PostgreSQLConnection?

    init(_ servers: PostgreSQLServers, _ metrics: PoolMetrics, idleTime: Duration) {
        self.servers = servers
        self.metrics = metrics
        self.idleTime = idleTime
    }

    /// Returns a usable connection.
    func connection(until deadline: ContinuousClock.Instant) throws -> PostgreSQLConnection {
        if let current, current.isUsable, current.isDeposed?() != true { return current }
        current = nil
        let connection = try servers.connect(until: deadline)
        let idle = SQLValue.text("\(Int(idleTime / .milliseconds(1)))")
        _ = try connection.run(Self.settings, [idle], until: deadline)
        metrics.noteConnection()
        current = connection
        return connection
    }

    func checkCancellation() throws {
        if cancellation.isSet { throw CancellationError() }
    }

    /// Drops the connection, so that the next job opens a new one.
    ///
    /// - Parameter isLost: whether the server may have been replaced or restarted.
    func disconnect(isLost: Bool) {
        current = nil
        if isLost { servers.noteLoss() }
    }

    /// Limits how long a transaction waits for a lock, and how long it may be idle while it holds one.
    private static let settings = """
        SELECT set_config('lock_timeout', '3s', false), set_config('idle_in_transaction_session_timeout', ?1, false),
            set_config('synchronous_commit', 'on', false)
        """
}

/// A queue of jobs, first come, first served.
private final class JobQueue: @unchecked Sendable {
    typealias Job = @Sendable (PostgreSQLWorker) -> Void

    /// Protects the other two properties.
    private let condition = NSCondition()
    private var jobs: [Job] = []
    private var isClosed = false

    /// - Returns: false if the queue was closed.
    func add(_ job: @escaping Job) -> Bool {
        condition.withLock {
            guard !isClosed else { return false }
            jobs.append(job)
            condition.signal()
            return true
        }
    }

    /// Waits for the next job.
    ///
    /// - Returns: nil if the queue was closed and is empty.
    func next() -> Job? {
        condition.withLock {
            while jobs.isEmpty, !isClosed { condition.wait() }
            return jobs.isEmpty ? nil : jobs.removeFirst()
        }
    }

    func close() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }
}

/// A flag that one thread sets and others read.
final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
}
