import Foundation
import Synchronization

/// How many passwords are hashed at once: each takes 32 MiB and keeps a processor busy for a good part of a second. At
/// most four are admitted, and of those as many are hashed at once as half of the processors can do; the others wait
/// for their turn.
final class PasswordHashingLimiter: Sendable {
    private static let most = 4

    private struct State {
        var taken = 0
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let mostRunning: Int
    private let state = Mutex(State())

    /// How many are hashed now or wait for their turn.
    var count: Int { state.withLock { $0.taken } }

    init(processors: Int = ProcessInfo.processInfo.activeProcessorCount) { mostRunning = max(1, processors / 2) }

    func use<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
        try enter()
        await takeTurn()
        defer { leave() }
        return try await work()
    }

    private func enter() throws {
        try state.withLock { state in
            guard state.taken < Self.most else { throw Problem.busy }
            state.taken += 1
        }
    }

    private func takeTurn() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.running < mostRunning else {
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
            state.taken -= 1
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            // The turn goes to the one that waits longest.
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
