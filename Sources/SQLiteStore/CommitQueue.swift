import GRDB
import Synchronization

/// Short changes that wait for the connection that writes. Those that wait at the same time are committed together, since
/// it takes longer to bring a commit to the disk than to make most changes. Each is made in a savepoint of its own: one
/// that fails takes back what it did itself, and nothing else.
final class CommitQueue: Sendable {
    private struct State {
        var waiting: [QueuedChange] = []
        var isRunning = false
    }

    private let writer: any DatabaseWriter
    private let busyTimeouts: BusyTimeoutTracker
    private let state = Mutex(State())

    /// For how long changes are added to a commit: those that are made wait for it.
    private static let maximumTime = Duration.milliseconds(10)

    init(_ writer: any DatabaseWriter, _ busyTimeouts: BusyTimeoutTracker) {
        self.writer = writer
        self.busyTimeouts = busyTimeouts
    }

    /// How many changes have not been begun.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Makes a change, and returns when it is committed.
    ///
    /// - Parameter body: is run once more if a commit that it shared could not be made.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let value = Mutex<Value?>(nil)
        let change = QueuedChange { database in
            let made = try body(database)
            value.withLock { $0 = made }
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change.whenDone { continuation.resume(with: $0) }
                add(change)
            }
        } onCancel: {
            change.cancel()
        }
        guard let value = value.withLock({ $0 }) else { throw QueuedChange.Failure.noValue }
        return value
    }

    private func add(_ change: QueuedChange) {
        let isFirst = state.withLock { state in
            state.waiting.append(change)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isFirst { run() }
    }

    /// The next change that waits. Those that waited for a lock already that was not given do not wait for it again.
    private func next() -> QueuedChange? {
        while let change = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) {
            guard busyTimeouts.hasTimedOut(since: change.requested) else { return change }
            change.finish(DatabaseError(resultCode: .SQLITE_BUSY))
        }
        return nil
    }

    private func run() {
        writer.asyncWriteWithoutTransaction { [self] database in
            if let first = next() { commit(first, database) }
            let isOver = state.withLock { state in
                state.isRunning = !state.waiting.isEmpty
                return !state.isRunning
            }
            // Others who wait for the connection have it first.
            if !isOver { run() }
        }
    }

    /// Commits a change with those that wait, and that come meanwhile, within some time.
    private func commit(_ first: QueuedChange, _ database: Database) {
        let end = ContinuousClock.now + Self.maximumTime
        var changes = [first]
        let failure = transaction(database) {
            try first.make(database)
            while .now < end, let change = next() {
                changes.append(change)
                try change.make(database)
            }
            return changes
        }
        if changes.count == 1 || failure == nil { return changes.forEach { $0.finish(failure) } }
        // The commit failed, or somebody does not wait for it any more. Each by itself has a result of its own.
        for change in changes {
            let failure = transaction(database) {
                try change.make(database)
                return [change]
            }
            change.finish(failure)
        }
    }

    /// Makes changes in a transaction, and commits unless one was cancelled.
    ///
    /// - Returns: why nothing was committed; nil if it was.
    private func transaction(_ database: Database, _ make: () throws -> [QueuedChange]) -> (any Error)? {
        do {
            try database.inTransaction(.immediate) {
                guard try make().allSatisfy({ !$0.isCancelled }) else { throw CancellationError() }
                return .commit
            }
            return nil
        } catch {
            busyTimeouts.note(error)
            return error
        }
    }
}

/// A change that waits to be made, or for its commit.
private final class QueuedChange: Sendable {
    enum Failure: Error {
        case noValue
        /// SQLite has rolled back the transaction by itself.
        case rolledBack
    }

    private struct State {
        /// Whether nobody waits for it any more.
        var isCancelled = false
        /// Why it was taken back.
        var failure: (any Error)?
        var whenDone: (@Sendable (Result<Void, any Error>) -> Void)?
    }

    let requested = ContinuousClock.now
    private let body: @Sendable (Database) throws -> Void
    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    init(_ body: @escaping @Sendable (Database) throws -> Void) { self.body = body }

    func whenDone(_ report: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        state.withLock { $0.whenDone = report }
    }

    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Makes it in a savepoint. What it throws of its own is reported once the transaction has ended.
    ///
    /// - Throws: if nothing of the transaction is left.
    func make(_ database: Database) throws {
        state.withLock { $0.failure = nil }
        try database.inSavepoint {
            do {
                try body(database)
                return .commit
            } catch {
                state.withLock { $0.failure = error }
                guard database.isInsideTransaction else { throw Failure.rolledBack }
                return .rollback
            }
        }
    }

    /// Reports what became of it.
    ///
    /// - Parameter failure: why nothing was committed; nil if it was.
    func finish(_ failure: (any Error)?) {
        let (own, report) = state.withLock { state in
            defer { state.whenDone = nil }
            return (state.failure, state.whenDone)
        }
        let error = own ?? failure
        report?(error.map { .failure($0) } ?? .success(()))
    }
}
