public import Foundation
import HomeBlocks

/// The state of loading.
public enum LoadState<Content: Sendable>: Sendable {
    /// Nothing has been requested yet.
    case idle
    /// A request is in progress; the last content can still be shown.
    case loading(last: Content?)
    /// A request is in progress; a stored copy is shown in the meantime. The server last confirmed it at the date.
    case stored(Content, since: Date)
    /// The content with its origin.
    case loaded(Content, Origin)
    /// The request failed; the last content can still be shown.
    case failed(HomePageError, last: Content?)

    /// The content that can be shown.
    public var content: Content? {
        switch self {
        case .idle: nil
        case .loading(let last), .failed(_, let last): last
        case .stored(let content, _), .loaded(let content, _): content
        }
    }

    /// Whether a request is in progress.
    public var isLoading: Bool {
        switch self {
        case .loading, .stored: true
        case .idle, .loaded, .failed: false
        }
    }
}

extension LoadState: Equatable where Content: Equatable {}

/// The loading state of a page, shared by all kinds of pages.
@MainActor final class Loader<Content: Sendable> {
    private(set) var state: LoadState<Content> {
        get { tracked.state }
        set {
            tracked.state = newValue
            broadcast.send(newValue)
        }
    }
    /// The origin of the last successfully loaded content.
    var origin: Origin? { tracked.origin }
    let tracked = Tracked(Snapshot())
    /// The result of the last load that was not cancelled.
    private var settled: LoadState<Content> = .idle
    private var latest = 0
    private var running: Set<Int> = []
    /// The latest load that finished without being cancelled. Results of earlier loads are discarded.
    private var counted = 0
    private let broadcast = Broadcast<LoadState<Content>>()

    /// The current state of the content.
    struct Snapshot {
        var state = LoadState<Content>.idle
        var origin: Origin?
    }

    func states() -> AsyncStream<LoadState<Content>> { broadcast.stream(from: state) }

    /// Loads content. If two loads overlap, the later one wins. A cancelled load affects neither the current content
    /// nor the result of the other load.
    ///
    /// - Parameters:
    ///   - request: sends the request.
    ///   - content: returns the new content from the response, its origin and the previous content.
    ///   - stored: returns the copy to show until the request finishes, unless there is other content; nil if there is
    ///     none.
    func load<Response: Sendable>(
        _ request: @Sendable () async throws(HomePageError) -> Loaded<Response>,
        _ content: (Response, Origin, Content?) -> Content,
        stored: @Sendable () async -> Loaded<Response>? = { nil }
    ) async {
        latest += 1
        let number = latest
        running.insert(number)
        state = loading
        if settled.content == nil, let copy = await stored(), settled.content == nil {
            settle(copy, content)
            state = loading
        }
        let result = await outcome(request)
        running.remove(number)
        if number > counted {
            switch result {
            case .success(let loaded):
                settle(loaded, content)
                counted = number
            case .failure(.cancelled): break
            case .failure(let error):
                settled = .failed(error, last: settled.content)
                counted = number
            }
        }
        state = running.contains { $0 > counted } ? loading : settled
    }

    /// Loads the response to one request with a policy.
    func load<Response: Sendable>(
        _ request: HomePageRequest<Response>, from client: any HomePageFetching, policy: FetchPolicy,
        _ content: (Response, Origin, Content?) -> Content
    ) async {
        await load(
            { () async throws(HomePageError) in try await client.load(request, policy: policy) }, content,
            stored: { policy == .cacheThenNetwork ? await client.storedCopy(of: request) : nil })
    }

    /// The state while a request is in progress.
    private var loading: LoadState<Content> {
        if case .loaded(let content, .stored(let since)) = settled { return .stored(content, since: since) }
        return .loading(last: settled.content)
    }

    private func settle<Response>(_ loaded: Loaded<Response>, _ content: (Response, Origin, Content?) -> Content) {
        settled = .loaded(content(loaded.value, loaded.origin, settled.content), loaded.origin)
        tracked.origin = loaded.origin
    }
}

/// Returns the outcome of asynchronous work as a value, for work that is awaited elsewhere.
func outcome<Value: Sendable>(
    _ work: @Sendable () async throws(HomePageError) -> Value
) async -> Result<Value, HomePageError> {
    do throws(HomePageError) {
        return .success(try await work())
    } catch {
        return .failure(error)
    }
}
