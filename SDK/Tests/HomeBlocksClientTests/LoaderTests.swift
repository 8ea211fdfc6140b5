import HomeBlocks
import Testing

@testable import HomeBlocksClient

@MainActor @Suite(.timeLimit(.minutes(1))) struct LoaderTests {
    let loader = Loader<String>()

    /// A load that ends when the latch opens.
    func load(_ result: Result<String, HomePageError>, when latch: Latch) -> Task<Void, Never> {
        Task { [loader] in
            await loader.load { () async throws(HomePageError) in
                await latch.wait()
                return Loaded(value: try result.get(), origin: .server)
            } _: { value, _, _ in
                value
            }
        }
    }

    @Test func anEarlierLoadThatEndsLater_isDiscarded() async {
        let (first, second) = (Latch(), Latch())
        let early = load(.success("old"), when: first)
        await first.arrived()
        let late = load(.success("new"), when: second)
        await second.arrived()
        await second.open()
        await late.value
        #expect(loader.state == .loaded("new", .server))
        await first.open()
        await early.value
        #expect(loader.state == .loaded("new", .server))
    }

    @Test func anEarlierLoadThatEndsFirst_isShown_untilTheLaterOneEnds() async {
        let (first, second) = (Latch(), Latch())
        let early = load(.success("old"), when: first)
        await first.arrived()
        let late = load(.success("new"), when: second)
        await second.arrived()
        await first.open()
        await early.value
        #expect(loader.state == .loading(last: "old"))
        await second.open()
        await late.value
        #expect(loader.state == .loaded("new", .server))
    }

    @Test func anEarlierFailure_isNotShown_whileALaterLoadIsInProgress() async {
        let (first, second) = (Latch(), Latch())
        let early = load(.failure(.timedOut), when: first)
        await first.arrived()
        let late = load(.failure(.cancelled), when: second)
        await second.arrived()
        await first.open()
        await early.value
        #expect(loader.state == .loading(last: nil))
        await second.open()
        await late.value
        #expect(loader.state == .failed(.timedOut, last: nil))
    }
}
