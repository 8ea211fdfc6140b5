/// Fetches what servers of home pages send. ``HomePageClient`` does it over the network; in tests of an app,
/// `InMemoryHomePages` of the library `HomeBlocksTesting` takes its place.
///
/// A type that conforms has two methods. The policies and the methods for pages, sections and cards are the same for
/// all of them.
public protocol HomePageFetching: Sendable {
    /// Returns the stored copy of a response, without a request; nil if there is none that can be read.
    ///
    /// - Returns: the copy with the origin ``Origin/stored(since:)``.
    func storedCopy<Value: Sendable>(of request: HomePageRequest<Value>) async -> Loaded<Value>?

    /// Sends a request.
    ///
    /// - Returns: the server's response, or the copy that it confirmed. If there is no usable response, the stored copy
    ///   with the origin ``Origin/stale(since:because:)``.
    /// - Throws: ``HomePageError`` if there is no copy that may be shown instead.
    func response<Value: Sendable>(to request: HomePageRequest<Value>) async throws(HomePageError) -> Loaded<Value>
}

/// Which of the server and the copy on disk a load uses, and in which order.
///
/// A request always has the validator of the copy, whatever the policy: the server does not send again what has not
/// changed.
public enum FetchPolicy: Sendable, Hashable, CaseIterable {
    /// The server's response. The copy is not shown unless the server confirms it; without a response there is an error.
    case networkOnly
    /// The server's response; the copy if there is no usable one.
    case networkFirst
    /// The copy, of whatever age and without a request; the server's response if there is no copy.
    case cacheFirst
    /// The copy at once, then the server's response, or the copy again with the reason why there is none.
    case cacheThenNetwork
}

extension HomePageFetching {
    /// Loads one result.
    ///
    /// - Parameters:
    ///   - request: what to load.
    ///   - policy: `cacheThenNetwork` gives its last result here, as `networkFirst` does; ``results(of:policy:)`` has
    ///     both.
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

    /// Loads one or two results: with `cacheThenNetwork` the stored copy, if there is one, and then the server's
    /// response; with any other policy one.
    ///
    /// The second result may be equal to the first one: its origin then says whether the server confirmed it or did not
    /// respond. Each iteration is a load of its own, with one request at most. It is cancelled when the iteration ends
    /// early.
    public func results<Value: Sendable>(
        of request: HomePageRequest<Value>, policy: FetchPolicy = .cacheThenNetwork
    ) -> FetchResults<Value> {
        FetchResults(
            stored: { policy == .cacheThenNetwork ? await storedCopy(of: request) : nil },
            load: { () async throws(HomePageError) in try await load(request, policy: policy) })
    }
}

/// The results of a load, in the order in which they are there: none is older than the one before.
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
        /// - Throws: ``HomePageError``, after which there is no other result.
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
