public import HomeBlocks

/// A page of moments, loaded part by part as the reader goes down: sections with one moment each, and sections with
/// several (the layout `MOMENT_LIST`), such as those that a feed fills. While the page or the feed's list changes, a moment
/// that stays is neither repeated nor lost.
@MainActor public final class MomentsViewModel {
    private let client: any HomePageFetching
    private let slug: String?
    private let limit: Int?
    let loader = Loader<[Moment]>()
    /// Where the page goes on; nil at its end, and before the first part.
    private var next: MomentsPosition?

    /// Whether there is more to load.
    public private(set) var hasMore: Bool {
        get { paging.hasMore }
        set { paging.hasMore = newValue }
    }
    /// The moments and the parts of moments that cannot be shown, and why.
    public private(set) var issues: [SectionIssue] {
        get { paging.issues }
        set { paging.issues = newValue }
    }
    private let paging = Tracked(Paging())

    /// What is known besides the moments. It changes only while a load changes the state.
    private struct Paging {
        var hasMore = true
        var issues: [SectionIssue] = []
    }

    /// Makes a page that is not loaded yet.
    ///
    /// - Parameters:
    ///   - client: fetches the parts.
    ///   - page: the page; the server's default page if nil.
    ///   - limit: how many moments a part has at most; the server's choice if nil.
    public init(client: any HomePageFetching, page: String? = "moments", limit: Int? = nil) {
        self.client = client
        slug = page
        self.limit = limit
    }

    /// The state. The moments are in display order; no two have the same identity.
    public var state: LoadState<[Moment]> { loader.state }

    /// The state, now and after each change.
    public func states() -> AsyncStream<LoadState<[Moment]>> { loader.states() }

    /// The moments that can be shown.
    public var moments: [Moment] { state.content ?? [] }

    /// The moment with an identity among those that are loaded; nil if there is none.
    public func item(id: Moment.ID) -> Moment? { moments.first { $0.id == id } }

    /// Loads the first part. It replaces everything.
    ///
    /// - Parameter policy: whether the server or the copy on disk is used. With `cacheThenNetwork` a page that has
    ///   nothing to show yet shows the stored copy at once, with ``LoadState/stored(_:since:)``; if the request fails,
    ///   the copy stays.
    public func refresh(policy: FetchPolicy = .cacheThenNetwork) async { await load(from: nil, policy: policy) }

    /// Loads the next part, if there is one and nothing is under way. It is added at the end.
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
