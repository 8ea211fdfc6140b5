import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct ChangeEventsTests {
    @Test func listenersAreLimited_andAFinishedOneMakesRoom() throws {
        let feed = ChangeEvents()
        var streams: [AsyncStream<Void>] = []
        for number in 0..<8 {
            for _ in 0..<64 { streams.append(try #require(feed.listen(as: "operator \(number)"))) }
            #expect(feed.listen(as: "operator \(number)") == nil)
        }
        #expect(feed.listen(as: "another") == nil)
        streams.removeLast()
        #expect(feed.listen(as: "another") != nil)
    }

    @Test func aSignal_reachesEveryListener_alsoIfItReadsLater() async throws {
        let feed = ChangeEvents()
        let streams = try (0..<3).map { try #require(feed.listen(as: "operator \($0)")) }
        feed.signal()
        for stream in streams {
            var signals = stream.makeAsyncIterator()
            #expect(await signals.next() != nil)
        }
    }
}
