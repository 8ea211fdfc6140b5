import HomeBlocks
import Publishing
import Synchronization

/// The published pages in memory. After a change was made through this server, every later read shows it.
final class PublishedPages: Sendable {
    private let store: any PageStore
    private let catalog: BlockTypeCatalog
    private let clock: PublishingClock
    private let pages = Mutex<[String: Refreshable<ServedPage>]>([:])
    private let list: Refreshable<Representation>

    init(store: any PageStore, catalog: BlockTypeCatalog, clock: PublishingClock, defaultPage: String) {
        self.store = store
        self.catalog = catalog
        self.clock = clock
        list = Refreshable(isCurrent: { _, _ in true }) { _ in
            Representation(PageList.answer(try await store.pages(), defaultPage: defaultPage))
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
    func pageList() async throws -> Representation { try await list.value(at: clock.now) }

    /// Says that a page was changed.
    func invalidate(_ slug: String) {
        pages.withLock { $0[slug]?.invalidate() }
        list.invalidate()
    }

    /// Says that any page may have been changed.
    func invalidateAll() {
        pages.withLock { pages in pages.values.forEach { $0.invalidate() } }
        list.invalidate()
    }

    private func load(_ slug: String, previous: ServedPage?) async throws -> ServedPage {
        let now = clock.now
        let revision = try await store.live(slug, at: now)
        let versions = Set(revision.versions.values)
        var rendered = (previous?.rendered ?? [:]).filter { versions.contains($0.key) }
        let missing = versions.subtracting(rendered.keys)
        if !missing.isEmpty {
            for (id, block) in try await store.blocks(missing) {
                rendered[id] = RenderedBlock(block, type: catalog[block.showType])
            }
        }
        let page = PublishedPage(revision, blocks: Array(rendered.values), at: now)
        return ServedPage(page, rendered: rendered)
    }
}
