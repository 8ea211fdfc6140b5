import HomeBlocks
import Publishing
import ServiceLifecycle
import Synchronization

/// The published pages in memory. After a change through this server, every later read shows it.
final class PublishedPages: Sendable {
    private let store: any PageStore
    private let publicURL: String?
    private let caches: SharedCaches
    private let clock: PublishingClock
    let cache = VariantCache()
    private let pages = Mutex<[String: Refreshable<ServedPage>]>([:])
    private let pageList: Refreshable<Representation>

    init(store: any PageStore, clock: PublishingClock, settings: ServerSettings) {
        self.store = store
        publicURL = settings.publicURL
        caches = settings.caches
        self.clock = clock
        let defaultPage = settings.defaultPage
        let fields = settings.caches.fields(ofPageList: .pageList)
        pageList = Refreshable(validity: { .init(until: $0.changesAt) }) { _ in
            let pages = try await store.pages()
            let lines = pages.map { JSONValue.object($0.publicJSON(defaultPage: defaultPage)) }
            return Representation(
                PublishedPage.envelope(JSONValue.array(lines).encoded),
                changesAt: pages.compactMap(\.nextRelease).min(),
                fields: fields)
        }
    }

    /// The page of a slug as it is now.
    func page(_ slug: String) async throws -> ServedPage {
        guard Identifier.isSlug(slug) else { throw PublishingError.noPage(slug) }
        let page = pages.withLock { pages in
            if let known = pages[slug] { return known }
            let made = Refreshable<ServedPage>(
                validity: { .init(until: $0.page.changesAt) },
                load: { try await self.load(slug, previous: $0) })
            pages[slug] = made
            return made
        }
        do {
            return try await page.value(at: clock.now)
        } catch {
            // The names of pages that do not exist must not fill the memory.
            forget(slug, page)
            throw error
        }
    }

    /// The list of pages as it is now.
    func list() async throws -> Representation { try await pageList.value(at: clock.now) }

    /// The page of a slug as it is now, if it is in memory.
    func ready(_ slug: String, at now: Instant) -> ServedPage? {
        pages.withLock { $0[slug] }?.ready(at: now)
    }

    /// Builds the new versions of what has changed, and returns when they have replaced the old ones.
    ///
    /// - Parameter slug: the changed page, which others may show; nil for all pages.
    func renew(_ slug: String? = nil) async {
        pageList.invalidate()
        let concerned = pages.withLock { pages in
            pages.filter { known, page in
                slug == nil || known == slug || page.concerns { $0.page.live.campaign?.page.slug == slug }
            }
        }
        for (slug, page) in concerned where !(await page.renew()) { forget(slug, page) }
    }

    private func forget(_ slug: String, _ page: Refreshable<ServedPage>) {
        pages.withLock { if $0[slug] === page { $0[slug] = nil } }
    }

    private func load(_ slug: String, previous: ServedPage?) async throws -> ServedPage {
        let now = clock.now
        let layouts = store.layouts.current
        let live = try await store.shown(slug, at: now)
        let hasSameLayouts = previous?.layouts == layouts.number
        if let previous, hasSameLayouts, previous.page.isStill(live, at: now) { return previous }
        let versions = Set(live.shown.versions.values)
        var rendered = (hasSameLayouts ? previous?.rendered ?? [:] : [:]).filter { versions.contains($0.key) }
        let missing = versions.subtracting(rendered.keys)
        if !missing.isEmpty {
            for (id, block) in try await store.blocks(missing) {
                rendered[id] = RenderedBlock(block, layouts.catalog, publicURL: publicURL)
            }
        }
        let page = ServedPage(
            PublishedPage(live, blocks: Array(rendered.values), at: now, publicURL: publicURL), rendered: rendered,
            layouts: layouts.number, cache: cache, caches: caches)
        // Where the old version must not be served any more, readers wait: only what they requested is built.
        let isOldServed = previous?.page.changesAt.map { now < $0 } ?? true
        if let previous, isOldServed { await page.warm(like: previous, at: now) }
        return page
    }
}

/// Reloads the published pages when another process has changed them.
struct OutsideChangesService: Service {
    let store: any PageStore
    let pages: PublishedPages
    let feed: ChangeFeed
    let purger: CachePurger

    func run() async {
        for await _ in store.outsideChanges().cancelOnGracefulShutdown() {
            await pages.renew()
            feed.signal()
            // A cache that hangs must not delay the next change.
            Task { await purger.purge(.everything) }
        }
    }
}
