/// A source of home pages. ``HomePageClient`` fetches them over the network; in an app's tests, use `InMemoryHomePages`
/// of the library `HomeBlocksTesting` instead.
///
/// A conforming type implements two methods. The policies and the methods for pages, sections and cards are provided by
/// extensions.
public protocol HomePageFetching: Sendable {
    /// Returns the stored copy of a response, without a request, or nil if none is readable.
    ///
    /// - Returns: the copy with the origin ``Origin/stored(since:)``.
    func storedCopy<Value: Sendable>(of request: HomePageRequest<Value>) async -> Loaded<Value>?

    /// Sends a request.
    ///
    /// - Returns: the server's response, or the copy that it confirmed. Without a usable response, the stored copy with
    ///   the origin ``Origin/stale(since:because:)``.
    /// - Throws: ``HomePageError`` if no copy may be used instead.
    func response<Value: Sendable>(to request: HomePageRequest<Value>) async throws(HomePageError) -> Loaded<Value>
}

/// Whether a load uses the server, the copy on disk or both, and in which order.
///
/// With every policy, a request has the copy's validator, so that the server does not resend unchanged content.
public enum FetchPolicy: Sendable, Hashable, CaseIterable {
    /// The server's response. The copy is only used if the server confirms it; without a response, the load fails.
    case networkOnly
    /// The server's response, or the copy if the response is missing or not usable.
    case networkFirst
    /// The copy, regardless of its age and without a request, or the server's response without a copy.
    case cacheFirst
    /// The copy immediately, then the server's response, or the copy again with the reason for the failure.
    case cacheThenNetwork
}

extension HomePageFetching {
    /// Loads one result.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - policy: the policy. `cacheThenNetwork` only returns its last result here, like `networkFirst`; use
    ///     ``results(of:policy:)`` for both.
    /// - Throws: ``HomePageError``.
    public func load<Value: Sendable>(
        _ request: HomePageRequest<Value>, policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<Value> {
        if policy == .cacheFirst, let copy = await storedCopy(of: request) {
            if Task.isCancelled { throw .cancelled }
            return copy
        }
        let loaded = try await response(to: request)
        if policy == .networkOnly, case .stale(_, let error) = loaded.origin { throw error }
        return loaded
    }

    /// Loads one or two results: with `cacheThenNetwork`, the stored copy, if there is one, and then the server's
    /// response; with any other policy, one result.
    ///
    /// The second result may be equal to the first one. Its origin then tells whether the server confirmed it or did
    /// not respond. Each iteration starts its own load, with at most one request, which is cancelled when the iteration
    /// ends early.
    public func results<Value: Sendable>(
        of request: HomePageRequest<Value>, policy: FetchPolicy = .cacheThenNetwork
    ) -> FetchResults<Value> {
        FetchResults(
            stored: { policy == .cacheThenNetwork ? await storedCopy(of: request) : nil },
            load: { () async throws(HomePageError) in try await load(request, policy: policy) })
    }
}

/// The results of a load, in the order in which they arrive. No result is older than the previous one.
///
/// ```swift
/// for try await page in client.results(of: .page("music")) { show(page.value, page.origin) }
/// ```
public struct FetchResults<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Loaded<Value>
    private typealias Outcome = Result<Loaded<Value>, HomePageError>

    let stored: @Sendable () async -> Loaded<Value>?
    let load: @Sendable () async throws(HomePageError) -> Loaded<Value>

    /// Begins a load.
    public func makeAsyncIterator() -> Iterator {
        let (stored, load) = (stored, load)
        let outcomes = AsyncStream<Outcome> { continuation in
            let task = Task {
                if let copy = await stored() { continuation.yield(.success(copy)) }
                continuation.yield(await outcome(load))
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
        return Iterator(outcomes: outcomes.makeAsyncIterator())
    }

    /// The position in the results.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var outcomes: AsyncStream<Result<Loaded<Value>, HomePageError>>.Iterator
        private var isOver = false

        fileprivate init(outcomes: AsyncStream<Result<Loaded<Value>, HomePageError>>.Iterator) {
            self.outcomes = outcomes
        }

        /// The next result, or nil after the last one.
        ///
        /// - Throws: ``HomePageError``, after which there are no more results.
        public mutating func next() async throws(HomePageError) -> Loaded<Value>? {
            if isOver { return nil }
            let outcome = await outcomes.next()
            switch outcome {
            case .success(let loaded): return loaded
            case .failure(let error):
                isOver = true
                throw error
            case nil:
                isOver = true
                if Task.isCancelled { throw .cancelled }
                return nil
            }
        }
    }
}
