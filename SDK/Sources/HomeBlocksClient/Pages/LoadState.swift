import HomeBlocks

/// The state of loading.
public enum LoadState<Content: Sendable>: Sendable {
    /// Nothing was requested yet.
    case idle
    /// A request is under way; the last content can still be shown.
    case loading(last: Content?)
    /// The content with its origin.
    case loaded(Content, Origin)
    /// The request failed; the last content can still be shown.
    case failed(HomePageError, last: Content?)

    /// The content that can be shown.
    public var content: Content? {
        switch self {
        case .idle: nil
        case .loading(let last), .failed(_, let last): last
        case .loaded(let content, _): content
        }
    }

    /// Whether a request is under way.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }
}

extension LoadState: Equatable where Content: Equatable {}

/// How far the loading of a page is, and what it came to: the same for all kinds of pages.
@MainActor final class Loader<Content: Sendable> {
    private(set) var state: LoadState<Content> {
        get { tracked.value }
        set {
            tracked.value = newValue
            broadcast.send(newValue)
        }
    }
    let tracked = Tracked<LoadState<Content>>(.idle)
    /// What the last load came to that was not cancelled.
    private var settled: LoadState<Content> = .idle
    private var latest = 0
    private var running: Set<Int> = []
    /// The latest load that came to something: what an earlier one comes to no longer counts.
    private var counted = 0
    private let broadcast = Broadcast<LoadState<Content>>()

    func states() -> AsyncStream<LoadState<Content>> { broadcast.stream(from: state) }

    /// Loads something. Of two loads at the same time the later one counts; one that is cancelled leaves what there is,
    /// and what the other one comes to.
    ///
    /// - Parameter content: makes what came, where it came from and what was there into what is shown.
    func load<Response: Sendable>(
        _ request: @Sendable () async throws(HomePageError) -> Loaded<Response>,
        _ content: (Response, Origin, Content?) -> Content
    ) async {
        latest += 1
        let number = latest
        running.insert(number)
        state = .loading(last: settled.content)
        let result = await outcome(request)
        running.remove(number)
        if number > counted {
            switch result {
            case .success(let loaded):
                settled = .loaded(content(loaded.value, loaded.origin, settled.content), loaded.origin)
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

/// What asynchronous work comes to, as a value: for work that is waited for elsewhere.
func outcome<Value: Sendable>(
    _ work: @Sendable () async throws(HomePageError) -> Value
) async -> Result<Value, HomePageError> {
    do throws(HomePageError) {
        return .success(try await work())
    } catch {
        return .failure(error)
    }
}
