import HomeBlocks
import Publishing
import Synchronization

/// The published pages in memory. After a change was made through this server, every later read shows it.
final class PublishedPages: Sendable {
    private let store: any PageStore
    private let catalog: BlockTypeCatalog
    private let clock: PublishingClock
    private let pages = Mutex<[String: Refreshable<ServedPage>]>([:])
    private let list: Refreshable<PageList>

    init(store: any PageStore, catalog: BlockTypeCatalog, clock: PublishingClock, defaultPage: String) {
        self.store = store
        self.catalog = catalog
        self.clock = clock
        list = Refreshable(isCurrent: { list, now in list.changesAt.map { now < $0 } ?? true }) { _ in
            PageList(try await store.pages(), defaultPage: defaultPage)
        }
    }

    /// The page of a slug as it is now.
    func page(_ slug: String) async throws -> ServedPage {
        guard Identifier.isSlug(slug) else { throw PublishingError.noPage(slug) }
        let page = pages.withLock { pages in
            if let known = pages[slug] { return known }
            let made = Refreshable<ServedPage>(
                isCurrent: { page, now in page.page.changesAt.map { now < $0 } ?? true },
                load: { try await self.load(slug, previous: $0) })
            pages[slug] = made
            return made
        }
        do {
            return try await page.value(at: clock.now)
        } catch {
            // Names that mean nothing must not fill the memory.
            pages.withLock { if $0[slug] === page { $0[slug] = nil } }
            throw error
        }
    }

    /// The answer of `GET /pages`.
    func pageList() async throws -> PageList { try await list.value(at: clock.now) }

    /// Says that pages may have been changed. A page may show another one, so that all of them are looked at again;
    /// what has not changed is kept.
    func invalidate() {
        pages.withLock { pages in pages.values.forEach { $0.invalidate() } }
        list.invalidate()
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
        let page = PublishedPage(live, blocks: Array(rendered.values), at: now)
        return ServedPage(page, rendered: rendered)
    }
}
