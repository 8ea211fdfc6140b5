import HTTPTypes
import Synchronization
import Testing

@testable import HomeBlocksServer

/// Counts what runs at once.
private final class Counter: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func begin() {
        state.withLock { state in
            state.now += 1
            state.most = max(state.most, state.now)
        }
    }

    func end() { state.withLock { $0.now -= 1 } }
}

@Suite(.timeLimit(.minutes(1))) struct HashingPlacesTests {
    @Test(arguments: [(processors: 1, running: 1), (2, 1), (4, 2), (64, 4)])
    func halfOfTheProcessorsHash_theFifthAtOnceIsToldToComeBack_andThereIsRoomAgainAfterwards(
        _ processors: Int, _ running: Int
    ) async throws {
        let places = PasswordHashingLimiter(processors: processors)
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let counter = Counter()
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    try await places.use {
                        counter.begin()
                        beginning.yield()
                        for await _ in gate {}
                        counter.end()
                    }
                }
            }
            var number = 0
            for await _ in begun {
                number += 1
                if number == running { break }
            }
            while places.count < 4 { await Task.yield() }
            let problem = await #expect(throws: Problem.self) { try await places.use {} }
            #expect(problem?.status == .serviceUnavailable)
            opening.finish()
            try await group.waitForAll()
        }
        #expect(counter.most == running)
        #expect(places.count == 0)
        try await places.use {}
        // A failure gives its place back too.
        for _ in 0..<5 {
            await #expect(throws: CancellationError.self) { try await places.use { throw CancellationError() } }
        }
    }
}
