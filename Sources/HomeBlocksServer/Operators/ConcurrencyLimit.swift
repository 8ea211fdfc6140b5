import Hummingbird
import Synchronization

/// Limits the number of concurrent tasks that need much memory. Further tasks wait in FIFO order.
final class ConcurrencyLimit: Sendable {
    /// A permit to run, which ends when its last reference is released.
    final class Permit: Sendable {
        private let limit: ConcurrencyLimit

        fileprivate init(_ limit: ConcurrencyLimit) { self.limit = limit }

        deinit { limit.release() }
    }

    private struct State {
        var free: Int
        var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var lastID = 0
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// - Throws: `CancellationError` if the task is cancelled while it waits.
    func permit() async throws -> Permit {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.free == 0 else {
                        state.free -= 1
                        return .success(())
                    }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0).continuation }
            }
            waiting?.resume(throwing: CancellationError())
        }
        return Permit(self)
    }

    private func release() {
        let next = state.withLock { state in
            guard state.waiting.isEmpty else { return Optional(state.waiting.removeFirst().continuation) }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}

extension Response {
    /// Returns the response, which holds a permit until its body is written or cancelled.
    func holding(_ permit: ConcurrencyLimit.Permit) -> Response {
        var response = self
        let body = body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            try await body.write(writer)
            withExtendedLifetime(permit) {}
        }
        return response
    }
}
