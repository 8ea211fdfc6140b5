import Synchronization

/// How many passwords are hashed at once: each takes 32 MiB and a good part of a second.
final class HashingPlaces: Sendable {
    private static let most = 4

    private let taken = Mutex(0)

    func use<Value: Sendable>(_ work: @Sendable () async throws -> Value) async throws -> Value {
        let isIn = taken.withLock { taken in
            guard taken < Self.most else { return false }
            taken += 1
            return true
        }
        guard isIn else { throw Problem.busy }
        defer { taken.withLock { $0 -= 1 } }
        return try await work()
    }
}
