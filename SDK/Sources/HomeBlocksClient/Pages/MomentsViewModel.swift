public import HomeBlocks

/// A page of moments, loaded part by part as the reader goes down.
@MainActor public final class MomentsViewModel {
    private let client: any HomePageFetching
    private let slug: String?
    private let limit: Int?
    let loader = Loader<[Moment]>()
    private var cursor: String?

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
        await load(from: cursor, policy: .networkFirst)
    }

    private func load(from cursor: String?, policy: FetchPolicy) async {
        let part = HomePageRequest.part(of: slug, from: cursor, limit: limit)
        await loader.load(part, from: client, policy: policy) { page, _, shown in
            let isFirst = cursor == nil
            issues = (isFirst ? [] : issues) + page.data.issues
            hasMore = page.data.hasMore && page.data.cursor != nil && page.data.cursor != cursor
            self.cursor = page.data.cursor
            return adding(page.data.blocks, to: isFirst ? [] : shown ?? [])
        }
    }

    private func adding(_ blocks: [Block], to shown: [Moment]) -> [Moment] {
        var (moments, known) = (shown, Set(shown.map(\.id)))
        for block in blocks where known.insert(block.blockCode).inserted {
            do throws(SectionIssue) {
                moments.append(try Moment(block) { issues.append($0) })
            } catch {
                issues.append(error)
            }
        }
        return moments
    }
}
