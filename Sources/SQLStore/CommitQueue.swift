import Publishing
import Synchronization

/// Short changes that wait for the same thing: for the connection that writes, or for the lock of a page. Those that wait at
/// the same time share a commit, since writing a commit to the disk takes longer than most changes. If a change fails, only
/// what it did itself is undone.
public final class CommitQueue: Sendable {
    /// Runs a transaction and commits it.
    ///
    /// - Parameters:
    ///   - requested: when its first change was requested.
    ///   - make: makes the changes. It may run more than once.
    /// - Returns: why nothing was committed, or nil if it was.
    public typealias Transaction = (
        _ requested: ContinuousClock.Instant, _ make: (any SQLTransaction) throws -> Void
    ) -> (any Error)?

    private struct Queue {
        var waiting: [QueuedChange] = []
        /// When the lock could not be acquired or the database not be reached last, and the error.
        var failure: Failure?

        typealias Failure = (at: ContinuousClock.Instant, error: any Error)

        mutating func takeFirst() -> (QueuedChange, Failure?)? {
            waiting.isEmpty ? nil : (waiting.removeFirst(), failure)
        }
    }

    private let begin: @Sendable (@escaping @Sendable (Transaction) -> Void) -> Void
    private let refusal: @Sendable (ContinuousClock.Instant) -> (any Error)?
    /// The queues with changes that wait or are being made, by their keys.
    private let queues = Mutex<[String: Queue]>([:])

    /// For how long changes are added to a commit: those that are made wait for it.
    private static let maximumTime = Duration.milliseconds(10)

    /// - Parameters:
    ///   - refusal: why a change that was requested at an instant is not made any more, or nil if it is.
    ///   - begin: runs something where transactions are run, after what waits there already.
    public init(
        refusal: @escaping @Sendable (ContinuousClock.Instant) -> (any Error)?,
        begin: @escaping @Sendable (@escaping @Sendable (Transaction) -> Void) -> Void
    ) {
        self.refusal = refusal
        self.begin = begin
    }

    /// How many changes have not been begun.
    public var waitingCount: Int { queues.withLock { $0.values.reduce(0) { $0 + $1.waiting.count } } }

    /// Makes a change, and returns when it is committed.
    ///
    /// - Parameters:
    ///   - key: names what it waits for: only changes with the same key share a commit.
    ///   - body: is run once more if a commit that it shared could not be made.
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
        guard let value = value.withLock({ $0 }) else { throw PublishingError.internalError("a change has no outcome") }
        return value
    }

    private func add(_ change: QueuedChange, _ key: String) {
        let isFirst = queues.withLock { queues in
            defer { queues[key, default: Queue()].waiting.append(change) }
            return queues[key] == nil
        }
        if isFirst { run(key) }
    }

    /// The next change that waits. A change that waited for a lock which could not be acquired does not wait for it again.
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
            // Others who wait for the connection have it first.
            if !isOver { run(key) }
        }
    }

    /// Commits a change together with those that wait and those that arrive within ``maximumTime``.
    private func commit(_ first: QueuedChange, _ key: String, _ transaction: Transaction) {
        let end = ContinuousClock.now + Self.maximumTime
        var changes = [first]
        let failure = transaction(first.requested) { database in
            // All of them again, if the transaction is repeated.
            for change in changes { try change.make(database) }
            while .now < end, let change = next(key) {
                changes.append(change)
                try change.make(database)
            }
            guard changes.allSatisfy({ !$0.isCancelled }) else { throw CancellationError() }
        }
        let isSharedFailure = note(failure, key)
        if changes.count == 1 || failure == nil || isSharedFailure { return changes.forEach { $0.finish(failure) } }
        // The shared commit failed, or a change was cancelled. Each change gets a result of its own.
        for change in changes {
            let failure = transaction(change.requested) { database in
                try change.make(database)
                if change.isCancelled { throw CancellationError() }
            }
            _ = note(failure, key)
            change.finish(failure)
        }
    }

    /// Notes why a transaction failed.
    ///
    /// - Returns: whether the same happens to all that wait.
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

/// A change that waits to be made, or for its commit.
private final class QueuedChange: Sendable {
    private struct State {
        /// Whether nobody waits for it any more.
        var isCancelled = false
        /// Why it was taken back.
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

    /// Makes it as a part of a transaction. What it throws of its own is reported once the transaction has ended.
    ///
    /// - Throws: if nothing of the transaction is left.
    func make(_ database: any SQLTransaction) throws {
        state.withLock { $0.failure = nil }
        let failure = try database.attempt { try body(database) }
        state.withLock { $0.failure = failure }
    }

    /// Reports what became of it.
    ///
    /// - Parameter failure: why nothing was committed; nil if it was.
    func finish(_ failure: (any Error)?) {
        let (own, report) = state.withLock { state in
            defer { state.whenDone = nil }
            return (state.failure, state.whenDone)
        }
        report?((own ?? failure).map { .failure($0) } ?? .success(()))
    }
}
