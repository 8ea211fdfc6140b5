public import HomeBlocks

/// A page of moments, loaded part by part as the reader scrolls: sections with one moment each, and sections with
/// several (the layout `MOMENT_LIST`), such as those that a feed fills. If the page or the feed's list changes, moments
/// that remain are neither repeated nor skipped.
@MainActor public final class MomentsViewModel {
    private let client: any HomePageFetching
    private let slug: String?
    private let limit: Int?
    let loader = Loader<[Moment]>()
    /// The position from which the page continues; nil at its end, and before the first part.
    private var next: MomentsPosition?

    /// Whether there is more to load.
    public private(set) var hasMore: Bool {
        get { paging.hasMore }
        set { paging.hasMore = newValue }
    }
    /// The moments and parts of moments that cannot be shown, with the reasons.
    public private(set) var issues: [SectionIssue] {
        get { paging.issues }
        set { paging.issues = newValue }
    }
    private let paging = Tracked(Paging())

    /// The state other than the moments. It only changes while a load changes ``state``.
    private struct Paging {
        var hasMore = true
        var issues: [SectionIssue] = []
    }

    /// Creates a page that is not loaded yet.
    ///
    /// - Parameters:
    ///   - client: fetches the parts.
    ///   - page: the page; the server's default page if nil.
    ///   - limit: the maximum number of moments in a part; the server's default if nil.
    public init(client: any HomePageFetching, page: String? = "moments", limit: Int? = nil) {
        self.client = client
        slug = page
        self.limit = limit
    }

    /// The state. The moments are in display order, with unique identities.
    public var state: LoadState<[Moment]> { loader.state }

    /// Returns a stream of the state, now and after each change.
    public func states() -> AsyncStream<LoadState<[Moment]>> { loader.states() }

    /// The moments that can be shown.
    public var moments: [Moment] { state.content ?? [] }

    /// Returns the loaded moment with an identity, or nil.
    public func item(id: Moment.ID) -> Moment? { moments.first { $0.id == id } }

    /// Loads the first part, which replaces all moments.
    ///
    /// - Parameter policy: whether to use the server's response or the copy on disk. With `cacheThenNetwork` a page
    ///   without content shows the stored copy immediately, with ``LoadState/stored(_:since:)``; if the request fails,
    ///   the copy stays.
    public func refresh(policy: FetchPolicy = .cacheThenNetwork) async { await load(from: nil, policy: policy) }

    /// Loads and appends the next part, if there is one and no request is in progress.
    public func loadMore() async {
        guard hasMore, !state.isLoading else { return }
        await load(from: next, policy: .networkFirst)
    }

    private func load(from position: MomentsPosition?, policy: FetchPolicy) async {
        let reader = MomentsReader(client: client, slug: slug, limit: limit)
        await loader.load { () async throws(HomePageError) in
            try await reader.part(from: position) { request async throws(HomePageError) in
                try await reader.client.load(request, policy: policy)
            } cards: { request async throws(HomePageError) in
                try await reader.client.load(request, policy: policy)
            }
        } _: { part, _, shown in
            let isFirst = position == nil
            issues = (isFirst ? [] : issues) + part.issues
            hasMore = part.next != nil
            next = part.next
            return adding(part.moments, to: isFirst ? [] : shown ?? [])
        } stored: {
            policy == .cacheThenNetwork ? await reader.stored() : nil
        }
    }

    private func adding(_ moments: [Moment], to shown: [Moment]) -> [Moment] {
        var known = Set(shown.map(\.id))
        return shown + moments.filter { known.insert($0.id).inserted }
    }
}
