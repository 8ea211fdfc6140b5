import Foundation
public import HomeBlocks

/// The music home page: loads the page and its round menu entries side by side and splits them into sections.
///
/// Source: the class of the same name of an article of 2022 on building a NetEase-style home page. It knows nothing of
/// views: an app reads ``state``, or waits for ``states()``.
@MainActor public final class HomeViewModel {
    private let client: HomePageClient
    private let slug: String?
    let loader = Loader<HomeContent>()

    /// Makes a page that is not loaded yet.
    ///
    /// - Parameters:
    ///   - client: fetches the page.
    ///   - page: the page; the server's default page if nil.
    public init(client: HomePageClient, page: String? = nil) {
        self.client = client
        slug = page
    }

    /// The state. The last good page is kept while the next one is loaded and when that fails.
    public var state: LoadState<HomeContent> { loader.state }

    /// The state, now and after each change.
    public func states() -> AsyncStream<LoadState<HomeContent>> { loader.states() }

    /// The sections that can be shown, in display order.
    public var sections: [HomeSection] { state.content?.sections ?? [] }

    /// Loads the page, or loads it again. The new content replaces the old one. Of two loads at the same time the later
    /// one counts.
    public func refresh() async {
        let (client, slug) = (client, slug)
        await loader.load { () async throws(HomePageError) in
            async let menus = outcome { () async throws(HomePageError) in try await client.menus(slug) }
            let page = try await client.page(slug)
            // A document with the entries in it needs no reply of their own, which might be of another revision.
            let content = HomeContent(page.value)
            if content.sections.contains(where: { $0.type == .menus }) {
                return Loaded(value: HomeResponses(page: page.value, menus: nil), origin: page.origin)
            }
            let reply = await menus
            if case .failure(.cancelled) = reply { throw .cancelled }
            return Loaded(value: HomeResponses(page: page.value, menus: reply.map(\.value)), origin: page.origin)
        } _: { responses, _, last in
            responses.content(after: last)
        }
    }
}

/// What the two requests of the music home page came to.
struct HomeResponses: Sendable {
    let page: HomePage
    /// The round menu entries; nil if the page has them in it.
    let menus: Result<Menus, HomePageError>?

    /// The page's sections. Menus that could not be loaded are an issue, and those that were shown last stay.
    func content(after last: HomeContent?) -> HomeContent {
        switch menus {
        case nil: return HomeContent(page)
        case .success(let menus): return HomeContent(page, menus: menus)
        case .failure(let error):
            let shown = last?.sections.compactMap { section in
                if case .menus(let model) = section { model } else { nil }
            }
            let issue = SectionIssue(
                blockCode: HomeViewModelSectionType.menus.blockCode, issue: JSONIssue(error.localizedDescription))
            return HomeContent(page, menus: shown?.first, issues: [issue])
        }
    }
}
