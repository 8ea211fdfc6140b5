public import HomeBlocks

/// The music home page: loads the page and its round menu entries side by side and splits them into sections.
///
/// Source: the class of the same name of an article of 2022 on building a NetEase-style home page. It knows nothing of views: an
/// app reads ``state``, or waits for ``states()``.
@MainActor public final class HomeViewModel {
    private let client: HomePageClient
    private let slug: String?
    private let loader = Loader<HomeContent>()

    /// Makes a page that is not loaded yet.
    ///
    /// - Parameters:
    ///   - client: fetches the page.
    ///   - page: the page; the server's default page if nil.
    public init(client: HomePageClient, page: String? = nil) {
        self.client = client
        slug = page
    }

    /// How far it is. The last good page is kept while the next one is loaded and when that fails.
    public var state: LoadState<HomeContent> { loader.state }

    /// The state, now and after each change.
    public func states() -> AsyncStream<LoadState<HomeContent>> { loader.states() }

    /// The sections that can be shown, in display order.
    public var sections: [HomeSection] { state.content?.sections ?? [] }

    /// Loads the page, or loads it again. What comes replaces what was there. Of two loads at the same time the later one counts.
    public func refresh() async {
        let (client, slug) = (client, slug)
        await loader.load { () async throws(HomePageError) in
            async let menus = outcome { () async throws(HomePageError) in try await client.menus(slug) }
            let page = try await client.page(slug)
            // A document with the entries in it needs no reply of their own, which might be of another revision.
            let content = HomeContent(page.value)
            if content.sections.contains(where: { $0.type == .menus }) {
                return Loaded(value: HomeAnswer(page: page.value, menus: nil), origin: page.origin)
            }
            let reply = await menus
            if case .failure(.cancelled) = reply { throw .cancelled }
            return Loaded(value: HomeAnswer(page: page.value, menus: reply.map(\.value)), origin: page.origin)
        } _: { answer, _, last in
            answer.content(after: last)
        }
    }
}
