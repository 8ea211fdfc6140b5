public import HomeBlocks

/// The music home page: loads the page and its round menu entries side by side and splits them into sections.
///
/// Source: the class of the same name of an article of 2022 on building a NetEase-style home page. It knows nothing of views: an
/// app reads ``state``, or waits for ``states()``.
@MainActor public final class HomeViewModel {
    private let client: HomePageClient
    private let slug: String?
    private let broadcast = Broadcast<LoadState<HomeContent>>()
    private var latest = 0
    /// What the last load came to that was not cancelled.
    private var settled: LoadState<HomeContent> = .idle

    /// How far it is. The last good page is kept while the next one is loaded and when that fails.
    public private(set) var state: LoadState<HomeContent> = .idle {
        didSet { broadcast.send(state) }
    }

    /// - Parameter page: the page; the server's default page if nil.
    public init(client: HomePageClient, page: String? = nil) {
        self.client = client
        slug = page
    }

    /// The state, now and after each change.
    public func states() -> AsyncStream<LoadState<HomeContent>> { broadcast.stream(from: state) }

    /// The sections that can be shown, in display order.
    public var sections: [HomeSection] { state.content?.sections ?? [] }

    /// Loads the page, or loads it again. What comes replaces what was there. Of two loads at the same time the later one counts.
    public func refresh() async {
        latest += 1
        let number = latest
        state = .loading(last: settled.content)
        let (client, slug) = (client, slug)
        async let menus = outcome { () async throws(HomePageError) in try await client.menus(slug) }
        let page = await outcome { () async throws(HomePageError) in try await client.page(slug) }
        let entries = try? await menus.get().value
        guard number == latest else { return }
        switch page {
        case .success(let page): settle(.loaded(HomeContent(page.value, menus: entries), page.origin))
        case .failure(.cancelled): state = settled
        case .failure(let error): settle(.failed(error, last: settled.content))
        }
    }

    private func settle(_ outcome: LoadState<HomeContent>) {
        settled = outcome
        state = outcome
    }
}
