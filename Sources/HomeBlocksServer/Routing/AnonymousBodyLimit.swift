import HTTPTypes
import Synchronization

/// Limits how many bodies of unauthenticated requests are read concurrently. A new read over the limit cancels the
/// oldest one, or its client's oldest one if that client has half of them. This way slow bodies cannot prevent others
/// from signing in.
final class AnonymousBodyLimit: Sendable {
    private struct Reading {
        let id: Int
        let client: [UInt8]?
        let end: @Sendable () -> Void
    }

    private struct State {
        var lastID = 0
        /// The reads in progress, oldest first.
        var readings: [Reading] = []
        var ended = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(_ limit: Int) { self.limit = limit }

    /// The number of reads cancelled since the start.
    var ended: Int { state.withLock { $0.ended } }

    func read<Value: Sendable>(
        for client: [UInt8]?, _ read: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = Task { try await read() }
        let id = begin(for: client) { task.cancel() }
        let result = await withTaskCancellationHandler {
            await task.result
        } onCancel: {
            task.cancel()
        }
        guard finish(id) else {
            var problem = ProblemDetails.busy
            // The rest of the body is not read.
            problem.headers[.connection] = "close"
            throw problem
        }
        return try result.get()
    }

    private func begin(for client: [UInt8]?, end: @escaping @Sendable () -> Void) -> Int {
        let (id, ended) = state.withLock { state in
            state.lastID += 1
            let ended = overflow(client, state).map { state.readings.remove(at: $0) }
            if ended != nil { state.ended += 1 }
            state.readings.append(Reading(id: state.lastID, client: client, end: end))
            return (state.lastID, ended)
        }
        ended?.end()
        return id
    }

    /// Returns the index of the read to cancel for a client's new one; nil below the limits.
    private func overflow(_ client: [UInt8]?, _ state: State) -> Int? {
        let own = state.readings.indices.filter { state.readings[$0].client == client }
        if own.count >= max(1, limit / 2) { return own.first }
        return state.readings.count >= limit ? state.readings.startIndex : nil
    }

    /// Removes a read. Returns false if it was cancelled for another one.
    private func finish(_ id: Int) -> Bool {
        state.withLock { state in
            guard let index = state.readings.firstIndex(where: { $0.id == id }) else { return false }
            state.readings.remove(at: index)
            return true
        }
    }
}
