public import Foundation
import HomeBlocks

/// The state of loading.
public enum LoadState<Content: Sendable>: Sendable {
    /// Nothing was requested yet.
    case idle
    /// A request is under way; the last content can still be shown.
    case loading(last: Content?)
    /// A request is under way; a stored copy is shown in the meantime. The server confirmed it last at the date.
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

    /// Whether a request is under way.
    public var isLoading: Bool {
        switch self {
        case .loading, .stored: true
        case .idle, .loaded, .failed: false
        }
    }
}

extension LoadState: Equatable where Content: Equatable {}

/// How far the loading of a page is, and what it came to: the same for all kinds of pages.
@MainActor final class Loader<Content: Sendable> {
    private(set) var state: LoadState<Content> {
        get { tracked.state }
        set {
            tracked.state = newValue
            broadcast.send(newValue)
        }
    }
    /// Where the last good content comes from.
    var origin: Origin? { tracked.origin }
    let tracked = Tracked(Snapshot())
    /// What the last load came to that was not cancelled.
    private var settled: LoadState<Content> = .idle
    private var latest = 0
    private var running: Set<Int> = []
    /// The latest load that came to something: what an earlier one comes to no longer counts.
    private var counted = 0
    private let broadcast = Broadcast<LoadState<Content>>()

    /// What is known of the content at a time.
    struct Snapshot {
        var state = LoadState<Content>.idle
        var origin: Origin?
    }

    func states() -> AsyncStream<LoadState<Content>> { broadcast.stream(from: state) }

    /// Loads something. Of two loads at the same time the later one counts; one that is cancelled leaves what there is,
    /// and what the other one comes to.
    ///
    /// - Parameters:
    ///   - request: makes the request.
    ///   - content: makes what came, where it came from and what was there into what is shown.
    ///   - stored: the copy to show until the request has a result, unless there is other content; nil if there is none.
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

    /// Loads the response to one request by a policy.
    func load<Response: Sendable>(
        _ request: HomePageRequest<Response>, from client: any HomePageFetching, policy: FetchPolicy,
        _ content: (Response, Origin, Content?) -> Content
    ) async {
        await load(
            { () async throws(HomePageError) in try await client.load(request, policy: policy) }, content,
            stored: { policy == .cacheThenNetwork ? await client.storedCopy(of: request) : nil })
    }

    /// The state while a request is under way.
    private var loading: LoadState<Content> {
        if case .loaded(let content, .stored(let since)) = settled { return .stored(content, since: since) }
        return .loading(last: settled.content)
    }

    private func settle<Response>(_ loaded: Loaded<Response>, _ content: (Response, Origin, Content?) -> Content) {
        settled = .loaded(content(loaded.value, loaded.origin, settled.content), loaded.origin)
        tracked.origin = loaded.origin
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
