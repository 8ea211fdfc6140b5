import HTTPTypes
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct AnonymousBodyLimitTests {
    /// A body that never arrives: reading it ends when it is cancelled.
    private final class SlowBody: Sendable {
        private let begun: AsyncStream<Void>
        private let beginning: AsyncStream<Void>.Continuation

        init() { (begun, beginning) = AsyncStream.makeStream(of: Void.self) }

        func read() async throws {
            beginning.yield()
            try await Task.sleep(for: .seconds(60))
        }

        func begin() async { for await _ in begun { return } }
    }

    @Test func aNewBodyOverTheLimit_cancelsTheOldest() async throws {
        let limit = AnonymousBodyLimit(2)
        let bodies = [SlowBody(), SlowBody()]
        var readings: [Task<Void, any Error>] = []
        for (number, body) in bodies.enumerated() {
            readings.append(Task { try await limit.read(for: [UInt8(number)]) { try await body.read() } })
            await body.begin()
        }
        #expect(try await limit.read(for: [9]) { "the body" } == "the body")
        let problem = await #expect(throws: ProblemDetails.self) { try await readings[0].value }
        #expect(problem?.status == .serviceUnavailable)
        #expect(limit.ended == 1)
        // Its permit is free again: the other body is not cancelled.
        #expect(try await limit.read(for: [9]) { "another" } == "another")
        #expect(limit.ended == 1)
        readings[1].cancel()
        await #expect(throws: CancellationError.self) { try await readings[1].value }
    }

    @Test func aClientWithHalfOfAll_cancelsItsOwn() async throws {
        let limit = AnonymousBodyLimit(4)
        let bodies = (0..<3).map { _ in SlowBody() }
        var readings: [Task<Void, any Error>] = []
        for (body, client) in zip(bodies, [[1], [2], [2]] as [[UInt8]]) {
            readings.append(Task { try await limit.read(for: client) { try await body.read() } })
            await body.begin()
        }
        _ = try await limit.read(for: [2]) { true }
        await #expect(throws: ProblemDetails.self) { try await readings[1].value }
        #expect(limit.ended == 1)
        for reading in [readings[0], readings[2]] {
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
        }
    }
}
