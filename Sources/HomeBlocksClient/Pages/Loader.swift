import HomeBlocks

/// How far the loading of a page is, and what it came to: the same for all kinds of pages.
@MainActor final class Loader<Content: Sendable> {
    private(set) var state: LoadState<Content> = .idle {
        didSet { broadcast.send(state) }
    }
    /// What the last load came to that was not cancelled.
    private var settled: LoadState<Content> = .idle
    private var latest = 0
    private let broadcast = Broadcast<LoadState<Content>>()

    func states() -> AsyncStream<LoadState<Content>> { broadcast.stream(from: state) }

    /// Loads something. Of two loads at the same time the later one counts; one that is cancelled leaves what was there.
    ///
    /// - Parameter content: makes what came, where it came from and what was there into what is shown.
    func load<Answer: Sendable>(
        _ request: @Sendable () async throws(HomePageError) -> Loaded<Answer>,
        _ content: (Answer, Origin, Content?) -> Content
    ) async {
        latest += 1
        let number = latest
        state = .loading(last: settled.content)
        let answer = await outcome(request)
        guard number == latest else { return }
        switch answer {
        case .success(let answer): settle(.loaded(content(answer.value, answer.origin, settled.content), answer.origin))
        case .failure(.cancelled): state = settled
        case .failure(let error): settle(.failed(error, last: settled.content))
        }
    }

    private func settle(_ outcome: LoadState<Content>) {
        settled = outcome
        state = outcome
    }
}
