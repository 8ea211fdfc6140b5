import Hummingbird

/// How long an answer may take to be made.
struct HandlerDeadline: Sendable {
    let time: Duration

    /// Makes an answer. If that takes too long it is given up, which undoes a change that was begun.
    func run(_ make: @escaping @Sendable () async throws -> Response) async throws -> Response {
        try await withThrowingTaskGroup(of: Response?.self) { group in
            group.addTask { try await make() }
            group.addTask {
                // If all is given up, what is being made says so itself, or is done all the same.
                try? await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            if let first = try await group.next(), let response = first { return response }
            group.cancelAll()
            do {
                // It may have come to its end all the same.
                if let last = try await group.next(), let response = last { return response }
            } catch {
                try Task.checkCancellation()
            }
            throw Problem.tooSlow
        }
    }
}
