public import HomeBlocks

/// A news page: its sections with lightweight references to items, and the details of the items that have been shown.
@MainActor public final class NewsViewModel {
    private let client: any HomePageFetching
    private let slug: String?
    let loader = Loader<NewsContent>()

    /// The details of the page's items. They are removed when the page is loaded from the server, since they may have
    /// changed, too.
    public let store: NewsStore

    /// Creates a page that is not loaded yet.
    ///
    /// - Parameters:
    ///   - client: fetches the page and the details.
    ///   - page: the page; the server's default page if nil.
    public init(client: any HomePageFetching, page: String? = "news") {
        self.client = client
        slug = page
        store = NewsStore(client: client, page: page)
    }

    /// The state. The last successfully loaded page is kept while the next one loads and if that load fails.
    public var state: LoadState<NewsContent> { loader.state }

    /// Returns a stream of the state, now and after each change.
    public func states() -> AsyncStream<LoadState<NewsContent>> { loader.states() }

    /// The sections that can be shown, in display order.
    public var feeds: [NewsFeed] { state.content?.feeds ?? [] }

    /// Returns the section with a code, as currently shown, or nil.
    public func item(id: NewsFeed.ID) -> NewsFeed? { feeds.first { $0.id == id } }

    /// Loads or reloads the page. The new content replaces the old. If two loads overlap, the later one wins.
    ///
    /// - Parameter policy: whether to use the server's response or the copy on disk. With `cacheThenNetwork` a page
    ///   without content shows the stored copy immediately, with ``LoadState/stored(_:since:)``; if the request fails,
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
    /// The sections and items that cannot be shown, with the reasons.
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
