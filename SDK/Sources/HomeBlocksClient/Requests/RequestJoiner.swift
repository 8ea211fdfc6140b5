import Foundation

/// Lets everybody who wants the same answer at the same time wait for one request. It is cancelled when the last of them has
/// left; one that leaves is let go at once.
actor RequestJoiner {
    typealias Outcome = Result<Loaded<any Sendable>, HomePageError>

    private struct Flight {
        let number: Int
        let task: Task<Void, Never>
        var waiting: [Int: CheckedContinuation<Outcome, Never>]
    }

    private var flights: [String: Flight] = [:]
    private var latest = 0

    /// How many wait for an answer.
    var waiting: Int { flights.values.reduce(0) { $0 + $1.waiting.count } }

    /// The outcome of the request under way for a key, or of a new one.
    func outcome(of key: String, _ request: @escaping @Sendable () async -> Outcome) async -> Outcome {
        latest += 1
        let waiter = latest
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: .failure(.cancelled))
                } else {
                    join(key, waiter, continuation, request)
                }
            }
        } onCancel: {
            Task { await self.leave(key, waiter) }
        }
    }

    private func join(
        _ key: String, _ waiter: Int, _ continuation: CheckedContinuation<Outcome, Never>,
        _ request: @escaping @Sendable () async -> Outcome
    ) {
        if flights[key] == nil {
            let task = Task {
                let outcome = await request()
                land(key, waiter, outcome)
            }
            flights[key] = Flight(number: waiter, task: task, waiting: [:])
        }
        flights[key]?.waiting[waiter] = continuation
    }

    private func leave(_ key: String, _ waiter: Int) {
        guard let continuation = flights[key]?.waiting.removeValue(forKey: waiter) else { return }
        continuation.resume(returning: .failure(.cancelled))
        if let flight = flights[key], flight.waiting.isEmpty {
            flight.task.cancel()
            flights[key] = nil
        }
    }

    private func land(_ key: String, _ number: Int, _ outcome: Outcome) {
        guard let flight = flights[key], flight.number == number else { return }
        flights[key] = nil
        for continuation in flight.waiting.values { continuation.resume(returning: outcome) }
    }
}
