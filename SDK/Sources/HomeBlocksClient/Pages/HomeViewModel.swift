import Foundation
public import HomeBlocks

/// The music home page: loads the page and its round menu entries concurrently and splits them into sections.
///
/// Source: the class of the same name in a 2022 article on building a NetEase-style home page. It is independent of
/// views: an app reads ``state``, or iterates over ``states()``.
@MainActor public final class HomeViewModel {
    private let client: any HomePageFetching
    private let slug: String?
    private let layouts: OwnLayouts
    private let clock: RefreshClock
    let loader = Loader<HomeContent>()
    /// The time when the last load ended, and whether it ended with the server's current page.
    private var lastLoad: (date: Date, isCurrent: Bool)?

    /// Creates a page that is not loaded yet.
    ///
    /// - Parameters:
    ///   - client: fetches the page.
    ///   - page: the page; the server's default page if nil.
    ///   - layouts: the app's own layouts.
    public convenience init(client: any HomePageFetching, page: String? = nil, layouts: OwnLayouts = .none) {
        self.init(client: client, page: page, layouts: layouts, clock: .system)
    }

    init(client: any HomePageFetching, page: String?, layouts: OwnLayouts = .none, clock: RefreshClock) {
        self.client = client
        slug = page
        self.layouts = layouts
        self.clock = clock
    }

    /// The state. The last successfully loaded page is kept while the next one loads and if that load fails.
    public var state: LoadState<HomeContent> { loader.state }

    /// The origin of the page that can be shown, in every state, or nil.
    public var origin: Origin? { loader.origin }

    /// Returns a stream of the state, now and after each change.
    public func states() -> AsyncStream<LoadState<HomeContent>> { loader.states() }

    /// The sections that can be shown, in display order.
    public var sections: [HomeSection] { state.content?.sections ?? [] }

    /// Returns the section with a code, as currently shown, or nil.
    public func item(id: HomeSection.ID) -> HomeSection? { sections.first { $0.id == id } }

    /// Loads or reloads the page. The new content replaces the old. If two loads overlap, the later one wins.
    ///
    /// - Parameter policy: whether to use the server's response or the copy on disk. With `cacheThenNetwork` a page
    ///   without content shows the stored copy immediately, with ``LoadState/stored(_:since:)``; if the request fails,
    ///   the copy stays. With `cacheFirst`, the page and its round menu entries are only requested if there is no copy
    ///   of them; the stored page is shown while the entries are requested.
    public func refresh(policy: FetchPolicy = .cacheThenNetwork) async {
        let (client, slug, layouts) = (client, slug, layouts)
        let showsCopy = policy == .cacheThenNetwork || policy == .cacheFirst
        await loader.load { () async throws(HomePageError) in
            try await HomeResponses.load(slug, from: client, policy: policy)
        } _: { responses, _, last in
            responses.content(after: last, layouts)
        } stored: {
            showsCopy ? await HomeResponses.stored(slug, from: client) : nil
        }
        // A cancelled load leaves the previous state, and says nothing about the server.
        guard !Task.isCancelled else { return }
        if case .loaded(_, let origin) = state {
            lastLoad = (clock.now(), origin.staleSince == nil)
        } else {
            lastLoad = (clock.now(), false)
        }
    }

    /// Loads the page now, and again whenever it is due, until the calling task is cancelled. It is due when the
    /// document's `refreshInterval` has passed since the last load or, after a load without the server's response,
    /// after a minute if that is sooner. Pages are loaded at most every ten seconds; an interval of 0 or less disables
    /// automatic reloading.
    ///
    /// Calls of ``refresh(policy:)`` also count as loads. In an app, call this while the page is visible:
    /// `task = Task { await viewModel.refreshWhenDue() }`, and cancel the task when it disappears.
    public func refreshWhenDue() async {
        while !Task.isCancelled {
            let wait = secondsUntilDue
            if wait <= 0 {
                await refresh()
            } else {
                do { try await clock.pause(min(wait, RefreshSchedule.maximumPause)) } catch { return }
            }
        }
    }

    private var secondsUntilDue: TimeInterval {
        guard let lastLoad else { return 0 }
        return RefreshSchedule.seconds(
            untilDueAfter: lastLoad.date, now: clock.now(), isCurrent: lastLoad.isCurrent,
            interval: state.content?.config.refreshInterval)
    }
}

/// The responses to the two requests of the music home page.
struct HomeResponses: Sendable {
    let page: HomePage
    /// The round menu entries; nil if the page contains them.
    let menus: Result<Menus, HomePageError>?

    /// Returns the stored copies, without a request; nil if there is no copy of the page.
    static func stored(_ slug: String?, from client: any HomePageFetching) async -> Loaded<HomeResponses>? {
        guard let page = await client.storedCopy(of: .page(slug)) else { return nil }
        let menus = hasMenus(page.value) ? nil : await client.storedCopy(of: HomePageRequest.menus(slug))
        let responses = HomeResponses(page: page.value, menus: menus.map { .success($0.value) })
        return Loaded(value: responses, origin: page.origin)
    }

    static func load(
        _ slug: String?, from client: any HomePageFetching, policy: FetchPolicy
    ) async throws(HomePageError) -> Loaded<HomeResponses> {
        @Sendable func loadMenus() async -> Result<Menus, HomePageError> {
            await outcome { () async throws(HomePageError) in try await client.menus(slug, policy: policy).value }
        }
        // If the document contains the entries, the separate response is not used: it might be of another revision.
        if policy == .cacheFirst {
            let page = try await client.page(slug, policy: policy)
            return try loaded(page, menus: hasMenus(page.value) ? nil : await loadMenus())
        }
        async let menus = loadMenus()
        let page = try await client.page(slug, policy: policy)
        return try loaded(page, menus: hasMenus(page.value) ? nil : await menus)
    }

    private static func loaded(
        _ page: Loaded<HomePage>, menus: Result<Menus, HomePageError>?
    ) throws(HomePageError) -> Loaded<HomeResponses> {
        if case .failure(.cancelled) = menus { throw .cancelled }
        return Loaded(value: HomeResponses(page: page.value, menus: menus), origin: page.origin)
    }

    private static func hasMenus(_ page: HomePage) -> Bool {
        HomeContent(page).sections.contains { $0.type == .menus }
    }

    /// Returns the page's sections. If the menus could not be loaded, that is an issue, and the previous ones stay.
    func content(after last: HomeContent?, _ layouts: OwnLayouts) -> HomeContent {
        switch menus {
        case nil: return HomeContent(page, layouts: layouts)
        case .success(let menus): return HomeContent(page, menus: menus, layouts: layouts)
        case .failure(let error):
            let shown = last?.sections.compactMap { section in
                if case .menus(let model) = section { model } else { nil }
            }
            let issue = SectionIssue(
                blockCode: HomeViewModelSectionType.menus.blockCode,
                issue: JSONIssue(error.failureReason ?? error.localizedDescription))
            return HomeContent(page, menus: shown?.first, issues: [issue], layouts: layouts)
        }
    }
}
