import Foundation

/// Combines identical concurrent requests into one. A cancelled caller returns immediately; the request is cancelled
/// with its last waiting caller.
actor RequestCoalescer {
    typealias Outcome = Result<Loaded<any Sendable>, HomePageError>

    private struct RunningRequest {
        let number: Int
        let task: Task<Void, Never>
        var waiting: [Int: CheckedContinuation<Outcome, Never>]
    }

    private var requests: [String: RunningRequest] = [:]
    private var latest = 0

    /// The number of callers that wait for a result.
    var waiting: Int { requests.values.reduce(0) { $0 + $1.waiting.count } }

    /// Returns the outcome of the request in progress for a key, or of a new one.
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
        if requests[key] == nil {
            let task = Task {
                let outcome = await request()
                finish(key, waiter, outcome)
            }
            requests[key] = RunningRequest(number: waiter, task: task, waiting: [:])
        }
        requests[key]?.waiting[waiter] = continuation
    }

    private func leave(_ key: String, _ waiter: Int) {
        guard let continuation = requests[key]?.waiting.removeValue(forKey: waiter) else { return }
        continuation.resume(returning: .failure(.cancelled))
        if let running = requests[key], running.waiting.isEmpty {
            running.task.cancel()
            requests[key] = nil
        }
    }

    private func finish(_ key: String, _ number: Int, _ outcome: Outcome) {
        guard let running = requests[key], running.number == number else { return }
        requests[key] = nil
        for continuation in running.waiting.values { continuation.resume(returning: outcome) }
    }
}
