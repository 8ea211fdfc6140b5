import Foundation
import Synchronization

/// Limits concurrent password hashing: each hash takes 32 MiB and a large part of a second of CPU time. At most four
/// operations are admitted. They use at most half of the processors, and the rest wait. Requests over the limit get 503
/// with `Retry-After`.
final class PasswordHashingLimiter: Sendable {
    private static let limit = 4

    private struct State {
        var admitted = 0
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let maximumRunning: Int
    private let state = Mutex(State())

    /// The number of operations that are running or waiting.
    var count: Int { state.withLock { $0.admitted } }

    init(processors: Int = ProcessInfo.processInfo.activeProcessorCount) { maximumRunning = max(1, processors / 2) }

    func use<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
        try enter()
        await waitForTurn()
        defer { leave() }
        return try await work()
    }

    private func enter() throws {
        try state.withLock { state in
            guard state.admitted < Self.limit else { throw ProblemDetails.busy }
            state.admitted += 1
        }
    }

    private func waitForTurn() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.running < maximumRunning else {
                    state.waiting.append(continuation)
                    return false
                }
                state.running += 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.admitted -= 1
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            // The turn passes to the oldest waiter.
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
