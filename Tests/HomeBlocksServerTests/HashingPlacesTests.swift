import HTTPTypes
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct HashingPlacesTests {
    @Test func theFifthAtOnce_isToldToComeBack_andThereIsRoomAgainAfterwards() async throws {
        let places = HashingPlaces()
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    try await places.use {
                        beginning.yield()
                        for await _ in gate {}
                    }
                }
            }
            var number = 0
            for await _ in begun {
                number += 1
                if number == 4 { break }
            }
            let problem = await #expect(throws: Problem.self) { try await places.use {} }
            #expect(problem?.status == .serviceUnavailable)
            opening.finish()
            try await group.waitForAll()
        }
        try await places.use {}
        // A failure gives its place back too.
        for _ in 0..<5 {
            await #expect(throws: CancellationError.self) { try await places.use { throw CancellationError() } }
        }
    }
}
