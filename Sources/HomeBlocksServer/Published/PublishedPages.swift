import HomeBlocks
import Publishing
import Synchronization

/// The published pages in memory. After a change was made through this server, every later read shows it.
final class PublishedPages: Sendable {
    private let store: any PageStore
    private let catalog: BlockTypeCatalog
    private let clock: PublishingClock
    let cache = VariantCache()
    private let pages = Mutex<[String: Refreshable<ServedPage>]>([:])
    private let list: Refreshable<PageList>

    init(store: any PageStore, catalog: BlockTypeCatalog, clock: PublishingClock, defaultPage: String) {
        self.store = store
        self.catalog = catalog
        self.clock = clock
        list = Refreshable(validity: { .init(until: $0.changesAt) }) { _ in
            PageList(try await store.pages(), defaultPage: defaultPage)
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
            // Names that mean nothing must not fill the memory.
            forget(slug, page)
            throw error
        }
    }

    /// The answer of `GET /pages`.
    func pageList() async throws -> PageList { try await list.value(at: clock.now) }

    /// The page of a slug as it is now, if nobody need wait for it.
    func ready(_ slug: String, at now: Instant) -> ServedPage? {
        pages.withLock { $0[slug] }?.ready(at: now)
    }

    /// Makes the new versions of what has changed, and returns when they stand in the place of the old ones.
    ///
    /// - Parameter slug: the page that was changed, which others may show; nil if it may be any.
    func renew(_ slug: String? = nil) async {
        list.invalidate()
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
        let live = try await store.shown(slug, at: now)
        if let previous, previous.page.isStill(live, at: now) { return previous }
        let versions = Set(live.shown.versions.values)
        var rendered = (previous?.rendered ?? [:]).filter { versions.contains($0.key) }
        let missing = versions.subtracting(rendered.keys)
        if !missing.isEmpty {
            for (id, block) in try await store.blocks(missing) {
                rendered[id] = RenderedBlock(block, catalog)
            }
        }
        let page = ServedPage(
            PublishedPage(live, blocks: Array(rendered.values), at: now), rendered: rendered, cache: cache)
        // Where the old version must not be served any more, those who wait want no more than they asked for.
        let isOldServed = previous?.page.changesAt.map { now < $0 } ?? true
        if let previous, isOldServed { await page.warm(like: previous, at: now) }
        return page
    }
}
