import Publishing
import Synchronization

/// A queue of short changes that wait for the same resource: the write connection or the lock of a page. Changes that
/// wait at the same time share a commit, because flushing a commit to disk takes longer than most changes. If a change
/// fails, only its own work is rolled back.
public final class CommitQueue: Sendable {
    /// Runs a transaction and commits it.
    ///
    /// - Parameters:
    ///   - requested: the instant at which its first change was requested.
    ///   - make: applies the changes. It may run more than once.
    /// - Returns: the error that prevented the commit; nil if it succeeded.
    public typealias Transaction = (
        _ requested: ContinuousClock.Instant, _ make: (any SQLTransaction) throws -> Void
    ) -> (any Error)?

    private struct Queue {
        var waiting: [QueuedChange] = []
        /// The last time that the lock could not be acquired or the database could not be reached, and the error.
        var failure: Failure?

        typealias Failure = (at: ContinuousClock.Instant, error: any Error)

        mutating func takeFirst() -> (QueuedChange, Failure?)? {
            waiting.isEmpty ? nil : (waiting.removeFirst(), failure)
        }
    }

    private let begin: @Sendable (@escaping @Sendable (Transaction) -> Void) -> Void
    private let refusal: @Sendable (ContinuousClock.Instant) -> (any Error)?
    /// The queues with waiting or running changes, by key.
    private let queues = Mutex<[String: Queue]>([:])

    /// The time during which changes are added to a commit. Changes that were already applied wait for its end.
    private static let maximumTime = Duration.milliseconds(10)

    /// - Parameters:
    ///   - refusal: the reason to reject a change that was requested at an instant; nil to apply it.
    ///   - begin: runs a closure where transactions run, after the work that is already queued there.
    public init(
        refusal: @escaping @Sendable (ContinuousClock.Instant) -> (any Error)?,
        begin: @escaping @Sendable (@escaping @Sendable (Transaction) -> Void) -> Void
    ) {
        self.refusal = refusal
        self.begin = begin
    }

    /// The number of changes that have not started.
    public var waitingCount: Int { queues.withLock { $0.values.reduce(0) { $0 + $1.waiting.count } } }

    /// Applies a change and returns once it is committed.
    ///
    /// - Parameters:
    ///   - key: the resource that the change waits for. Only changes with the same key share a commit.
    ///   - body: runs again if a commit that it shared fails.
    public func write<Value: Sendable>(
        _ key: String = "", _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        let value = Mutex<Value?>(nil)
        let change = QueuedChange { database in
            let made = try body(database)
            value.withLock { $0 = made }
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                change.whenDone { continuation.resume(with: $0) }
                add(change, key)
            }
        } onCancel: {
            change.cancel()
        }
        guard let value = value.withLock({ $0 }) else {
            throw PublishingError.internalError("a change returned no result")
        }
        return value
    }

    private func add(_ change: QueuedChange, _ key: String) {
        let isFirst = queues.withLock { queues in
            defer { queues[key, default: Queue()].waiting.append(change) }
            return queues[key] == nil
        }
        if isFirst { run(key) }
    }

    /// Returns the next waiting change. Changes that already waited for a lock that could not be acquired fail instead
    /// of waiting again.
    private func next(_ key: String) -> QueuedChange? {
        while let (change, failure) = queues.withLock({ $0[key]?.takeFirst() }) {
            let failed = failure.flatMap { change.requested < $0.at ? $0.error : nil }
            guard let error = failed ?? refusal(change.requested) else { return change }
            change.finish(error)
        }
        return nil
    }

    private func run(_ key: String) {
        begin { [self] transaction in
            if let first = next(key) { commit(first, key, transaction) }
            let isOver = queues.withLock { queues in
                guard queues[key]?.waiting.isEmpty == true else { return false }
                queues[key] = nil
                return true
            }
            // Other users of the connection go first.
            if !isOver { run(key) }
        }
    }

    /// Commits a change together with those that are waiting and those that arrive within ``maximumTime``.
    private func commit(_ first: QueuedChange, _ key: String, _ transaction: Transaction) {
        let end = ContinuousClock.now + Self.maximumTime
        var changes = [first]
        let failure = transaction(first.requested) { database in
            // Applies all of them again if the transaction is retried.
            for change in changes { try change.make(database) }
            while .now < end, let change = next(key) {
                changes.append(change)
                try change.make(database)
            }
            guard changes.allSatisfy({ !$0.isCancelled }) else { throw CancellationError() }
        }
        let isSharedFailure = note(failure, key)
        if changes.count == 1 || failure == nil || isSharedFailure { return changes.forEach { $0.finish(failure) } }
        // The shared commit failed or a change was cancelled, so each change is committed separately.
        for change in changes {
            let failure = transaction(change.requested) { database in
                try change.make(database)
                if change.isCancelled { throw CancellationError() }
            }
            _ = note(failure, key)
            change.finish(failure)
        }
    }

    /// Records the failure of a transaction.
    ///
    /// - Returns: whether the failure applies to all waiting changes.
    private func note(_ failure: (any Error)?, _ key: String) -> Bool {
        guard let failure, let error = (failure as? any SQLFailure)?.publishingError else { return false }
        switch error {
        case .unavailable(.busy), .unavailable(.unreachable), .unavailable(.outcomeUnknown): break
        default: return false
        }
        queues.withLock { $0[key]?.failure = (.now, failure) }
        return true
    }
}

/// A change that waits to be applied or committed.
private final class QueuedChange: Sendable {
    private struct State {
        /// Whether the caller no longer waits for it.
        var isCancelled = false
        /// The error that rolled it back.
        var failure: (any Error)?
        var whenDone: (@Sendable (Result<Void, any Error>) -> Void)?
    }

    let requested = ContinuousClock.now
    private let body: @Sendable (any SQLTransaction) throws -> Void
    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    init(_ body: @escaping @Sendable (any SQLTransaction) throws -> Void) { self.body = body }

    func whenDone(_ report: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        state.withLock { $0.whenDone = report }
    }

    func cancel() { state.withLock { $0.isCancelled = true } }

    /// Applies the change as part of a transaction. Its own error is reported once the transaction has ended.
    ///
    /// - Throws: an error that rolled back the whole transaction.
    func make(_ database: any SQLTransaction) throws {
        state.withLock { $0.failure = nil }
        let failure = try database.attempt { try body(database) }
        state.withLock { $0.failure = failure }
    }

    /// Reports the result to the caller.
    ///
    /// - Parameter failure: the error that prevented the commit; nil if it succeeded.
    func finish(_ failure: (any Error)?) {
        let (own, report) = state.withLock { state in
            defer { state.whenDone = nil }
            return (state.failure, state.whenDone)
        }
        report?((own ?? failure).map { .failure($0) } ?? .success(()))
    }
}
