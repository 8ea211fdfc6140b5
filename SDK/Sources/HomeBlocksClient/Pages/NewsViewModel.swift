public import HomeBlocks

/// A news page: its sections with light references, and the details of the items that are shown.
@MainActor public final class NewsViewModel {
    private let client: any HomePageFetching
    private let slug: String?
    let loader = Loader<NewsContent>()

    /// The details of the page's items. When the page has been loaded from the server they are removed, since they may
    /// have changed too.
    public let store: NewsStore

    /// Makes a page that is not loaded yet.
    ///
    /// - Parameters:
    ///   - client: fetches the page and the details.
    ///   - page: the page; the server's default page if nil.
    public init(client: any HomePageFetching, page: String? = "news") {
        self.client = client
        slug = page
        store = NewsStore(client: client, page: page)
    }

    /// The state. The last good page is kept while the next one is loaded and when that fails.
    public var state: LoadState<NewsContent> { loader.state }

    /// The state, now and after each change.
    public func states() -> AsyncStream<LoadState<NewsContent>> { loader.states() }

    /// The sections that can be shown, in display order.
    public var feeds: [NewsFeed] { state.content?.feeds ?? [] }

    /// The section with a code, as it is shown now; nil if there is none.
    public func item(id: NewsFeed.ID) -> NewsFeed? { feeds.first { $0.id == id } }

    /// Loads the page, or loads it again. The new content replaces the old one. Of two loads at the same time the later
    /// one counts.
    ///
    /// - Parameter policy: whether the server or the copy on disk is used. With `cacheThenNetwork` a page that has
    ///   nothing to show yet shows the stored copy at once, with ``LoadState/stored(_:since:)``; if the request fails,
    ///   the copy stays.
    public func refresh(policy: FetchPolicy = .cacheThenNetwork) async {
        await loader.load(.page(slug), from: client, policy: policy) { page, origin, _ in
            if origin.staleSince == nil { store.removeAll() }
            return NewsContent(page)
        }
    }
}

/// A news page, split into its sections.
public struct NewsContent: Sendable, Equatable {
    /// The sections that can be shown, in display order.
    public let feeds: [NewsFeed]
    /// The sections and the items that cannot, and why.
    public let issues: [SectionIssue]

    /// Splits a page.
    public init(_ page: HomePage) {
        var (feeds, issues): ([NewsFeed], [SectionIssue]) = ([], page.data.issues)
        for block in page.data.blocks {
            do throws(SectionIssue) {
                feeds.append(try NewsFeed(block) { issues.append($0) })
            } catch {
                issues.append(error)
            }
        }
        self.feeds = feeds
        self.issues = issues
    }
}
