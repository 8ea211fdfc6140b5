import Foundation
import Publishing
import SQLStore

/// Runs transactions that change the database, on a worker's connection.
struct PostgreSQLWriter: Sendable {
    let listener: ChangeListener
    /// The clock that dates changes; nil for the server's clock.
    let clock: PublishingClock?
    /// The time limit of a change, including all waits.
    let time: Duration
    private let ids = ReservedIDs()

    init(_ listener: ChangeListener, clock: PublishingClock?, time: Duration) {
        self.listener = listener
        self.clock = clock
        self.time = time
    }

    func write<Value>(
        _ end: TransactionEnd, _ worker: PostgreSQLWorker, until deadline: ContinuousClock.Instant,
        _ body: (any SQLTransaction) throws -> Value
    ) throws -> Value {
        let commit = UUID()
        let id = commit.uuidString.lowercased()
        // The result of a transaction whose COMMIT got no response.
        var unconfirmed: Value?
        do {
            return try worker.repeating(until: deadline) { connection in
                let transaction = PostgreSQLTransaction(
                    connection, beginning: PostgreSQLTransaction.writing(commit), id: id, clock: clock, ids: ids,
                    until: deadline)
                defer { transaction.rollBack() }
                if let made = unconfirmed, try transaction.wasCommitted() { return made }
                unconfirmed = nil
                let value = try body(transaction)
                guard end != .rollback else { return value }
                try worker.checkCancellation()
                // Before other sessions can see its audit lines, because the caller refreshes the caches itself.
                if transaction.isFollowed { listener.willCommit(id) }
                do {
                    try worker.metrics.measuringCommit { try transaction.commit() }
                } catch let error as PostgreSQLError where error.isLost {
                    unconfirmed = value
                    throw error
                } catch {
                    listener.hasNotCommitted(id)
                    throw error
                }
                return value
            }
        } catch _ where unconfirmed != nil {
            listener.hasLost(id)
            throw PostgreSQLError.outcomeUnknown
        }
    }

    /// Creates the queue for short changes. Changes of one page wait for its lock; those of this program that wait at
    /// the same time share a commit.
    func makeCommitQueue(_ pool: PostgreSQLPool) -> CommitQueue {
        CommitQueue(
            refusal: { requested in ContinuousClock.now < requested + time ? nil : PostgreSQLError.busy },
            begin: { job in
                let isAdded = pool.add { worker in
                    job { requested, make in
                        do {
                            try write(.commit, worker, until: requested + time, make)
                            return nil
                        } catch { return error }
                    }
                }
                if !isAdded { job { _, _ in PostgreSQLError.lost("the database was closed") } }
            })
    }
}
