import HTTPTypes
import Synchronization
import Testing

@testable import HomeBlocksServer

/// Counts tasks that run at the same time.
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

@Suite(.timeLimit(.minutes(1))) struct PasswordHashingLimiterTests {
    @Test(arguments: [(processors: 1, running: 1), (2, 1), (4, 2), (64, 4)])
    func halfOfTheProcessorsHash_aFifthHashIsRefused_untilOthersHaveFinished(
        _ processors: Int, _ running: Int
    ) async throws {
        let limiter = PasswordHashingLimiter(processors: processors)
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let counter = Counter()
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    try await limiter.use {
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
            while limiter.count < 4 { await Task.yield() }
            let problem = await #expect(throws: ProblemDetails.self) { try await limiter.use {} }
            #expect(problem?.status == .serviceUnavailable)
            opening.finish()
            try await group.waitForAll()
        }
        #expect(counter.most == running)
        #expect(limiter.count == 0)
        try await limiter.use {}
        // A failure returns its permit, too.
        for _ in 0..<5 {
            await #expect(throws: CancellationError.self) { try await limiter.use { throw CancellationError() } }
        }
    }
}
