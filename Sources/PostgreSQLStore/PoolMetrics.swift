import Publishing
import Synchronization

/// Counts the activity of a connection pool.
final class PoolMetrics: Sendable {
    private struct Counts {
        var inUse = 0
        var waiting = 0
        var made = 0
        var retries: [String: Int] = [:]
        var commits = 0
        var commitTime = Duration.zero
    }

    private let counts = Mutex(Counts())

    func noteWaiting() { counts.withLock { $0.waiting += 1 } }

    /// Notes that a waiting transaction has got a connection.
    func noteBegin() {
        counts.withLock {
            $0.waiting -= 1
            $0.inUse += 1
        }
    }

    func noteEnd() { counts.withLock { $0.inUse -= 1 } }

    func noteConnection() { counts.withLock { $0.made += 1 } }

    func noteRetry(for state: String) { counts.withLock { $0.retries[state, default: 0] += 1 } }

    /// Runs a commit and records its duration.
    func measuringCommit<Value>(_ commit: () throws -> Value) rethrows -> Value {
        let begin = ContinuousClock.now
        let value = try commit()
        let time = ContinuousClock.now - begin
        counts.withLock {
            $0.commits += 1
            $0.commitTime += time
        }
        return value
    }

    func connections(limit: Int) -> StoreMetrics.Connections {
        counts.withLock { counts in
            StoreMetrics.Connections(
                limit: limit, inUse: counts.inUse, waiting: counts.waiting, made: counts.made, retries: counts.retries,
                commits: counts.commits, commitSeconds: counts.commitTime / .seconds(1))
        }
    }
}
