import HomeBlocks

/// How far the loading of a page is, and what it came to: the same for all kinds of pages.
@MainActor final class Loader<Content: Sendable> {
    private(set) var state: LoadState<Content> = .idle {
        didSet { broadcast.send(state) }
    }
    /// What the last load came to that was not cancelled.
    private var settled: LoadState<Content> = .idle
    private var latest = 0
    private var running: Set<Int> = []
    /// The latest load that came to something: what an earlier one comes to no longer counts.
    private var counted = 0
    private let broadcast = Broadcast<LoadState<Content>>()

    func states() -> AsyncStream<LoadState<Content>> { broadcast.stream(from: state) }

    /// Loads something. Of two loads at the same time the later one counts; one that is cancelled leaves what there is, and what
    /// the other one comes to.
    ///
    /// - Parameter content: makes what came, where it came from and what was there into what is shown.
    func load<Answer: Sendable>(
        _ request: @Sendable () async throws(HomePageError) -> Loaded<Answer>,
        _ content: (Answer, Origin, Content?) -> Content
    ) async {
        latest += 1
        let number = latest
        running.insert(number)
        state = .loading(last: settled.content)
        let answer = await outcome(request)
        running.remove(number)
        if number > counted {
            switch answer {
            case .success(let answer):
                settled = .loaded(content(answer.value, answer.origin, settled.content), answer.origin)
                counted = number
            case .failure(.cancelled): break
            case .failure(let error):
                settled = .failed(error, last: settled.content)
                counted = number
            }
        }
        state = running.contains { $0 > counted } ? .loading(last: settled.content) : settled
    }
}
