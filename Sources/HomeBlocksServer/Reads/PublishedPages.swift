import HomeBlocks
import Publishing
import Synchronization

/// The published pages in memory. After a change through this server, every later read returns the new version.
final class PublishedPages: Sendable {
    let store: any PageStore
    private let publicURL: String?
    private let caches: SharedCaches
    let clock: PublishingClock
    let cache = VariantCache()
    private typealias Page = Refreshable<ServedPage, DecidedRevision>
    private let pages = Mutex<[String: Page]>([:])
    private let pageList: Refreshable<PageList, Never>

    private struct PageList {
        let representation: Representation
        /// False if the store may have a newer list, which could not be read. The next read tries again.
        let isPresent: Bool
    }

    init(store: any PageStore, clock: PublishingClock, settings: ServerSettings) {
        self.store = store
        publicURL = settings.pictureBase
        var caches = settings.caches
        caches.attributes = settings.attributes
        self.caches = caches
        self.clock = clock
        let defaultPage = settings.defaultPage
        let fields = caches.fields(ofPageList: .pageList)
        pageList = Refreshable(validity: {
            .init(until: $0.isPresent ? $0.representation.changesAt : Instant(milliseconds: 0))
        }) { previous, _ in
            // The response states the age of an old list.
            let known = previous.map { PageList(representation: $0.representation, isPresent: false) }
            if let known, store.node?.staleSeconds != nil { return known }
            let pages: [PageSummary]
            do { pages = try await store.pages(for: .readAll) } catch {
                guard let known, store.node != nil, Self.isPassing(error) else { throw error }
                store.retryRefresh(.everything)
                return known
            }
            let lines = pages.map { JSONValue.object($0.publicJSON(defaultPage: defaultPage)) }
            let representation = Representation(
                PublishedPage.envelope(JSONValue.array(lines).encoded),
                changesAt: pages.compactMap(\.nextRelease).min(), fields: fields)
            return PageList(representation: representation, isPresent: true)
        }
    }

    /// Returns the current version of a page.
    func page(_ slug: String) async throws -> ServedPage {
        guard Identifier.isSlug(slug) else { throw PublishingError.noPage(slug) }
        let page = pages.withLock { pages in
            if let known = pages[slug] { return known }
            let made = Page(
                validity: { .init(until: $0.page.changesAt) }, join: { $1.newer(than: $0) },
                load: { try await self.load(slug, previous: $0, isRenewal: $1, after: $2) })
            pages[slug] = made
            return made
        }
        do {
            do {
                return try await page.value(at: clock.now)
            } catch PublishingError.unavailable where store.node != nil {
                // This may have been the load after a change, which needs the store. A load for a reader does not.
                return try await page.value(at: clock.now)
            }
        } catch {
            // Names of pages that do not exist must not fill up memory.
            forget(slug, page)
            throw error
        }
    }

    /// Returns the current list of pages.
    func list() async throws -> Representation { try await pageList.value(at: clock.now).representation }

    /// Returns the current version of a page if it is in memory.
    func ready(_ slug: String, at now: Instant) -> ServedPage? {
        pages.withLock { $0[slug] }?.ready(at: now)
    }

    /// Refreshes changed pages, and returns when the new versions have replaced the old ones.
    ///
    /// - Parameters:
    ///   - slugs: the changed pages, which other pages may show during a takeover; nil for all pages.
    ///   - live: the live content of the changed page, if it is known.
    func renew(_ slugs: Set<String>? = nil, live: DecidedRevision? = nil) async {
        let changes: ExternalChanges = slugs.map { .pages($0) } ?? .everything
        // If responses state their age, an old version is better than none.
        if await !renew(changes, live: live) { store.retryRefresh(changes) }
    }

    /// Refreshes pages after changes by this or other processes.
    ///
    /// - Returns: whether the store could be read. If not, old versions are kept if responses state their age, and
    ///   removed otherwise.
    func renew(_ changes: ExternalChanges, live: DecidedRevision? = nil) async -> Bool {
        if changes == .pages([]) { return true }
        let isKept = store.node != nil
        var isComplete = true
        // The list costs more the more pages there are and is rarely read, so the next read rebuilds it.
        if changes.affectsPages { pageList.invalidate() }
        let concerned = pages.withLock { pages in
            pages.filter { slug, page in page.mayBeAffected { changes.affects($0, slug) } }
        }
        for (slug, page, error) in await Self.renew(concerned, after: changes, live: live, keeping: isKept) {
            if isKept, Self.isPassing(error) { isComplete = false } else { forget(slug, page) }
        }
        return isComplete
    }

    /// The maximum number of concurrent refreshes. Each takes some round trips to the database.
    private static let renewals = 4

    /// - Returns: the pages that could not be refreshed, with the errors.
    private static func renew(
        _ pages: [String: Page], after changes: ExternalChanges, live: DecidedRevision?, keeping isKept: Bool
    ) async -> [(String, Page, any Error)] {
        var waiting = pages.makeIterator()
        var failed: [(String, Page, any Error)] = []
        await withTaskGroup(of: (String, Page, (any Error)?).self) { group in
            func addNext() {
                guard let (slug, page) = waiting.next() else { return }
                group.addTask {
                    let own = live?.slug == slug ? live : nil
                    let error = await page.renew(keeping: isKept, after: own) { changes.affects($0, slug) }
                    return (slug, page, error)
                }
            }
            for _ in 0..<renewals { addNext() }
            for await (slug, page, error) in group {
                if let error { failed.append((slug, page, error)) }
                addNext()
            }
        }
        return failed
    }

    /// Whether an error of the store is transient. A page with a permanent error must not prevent the refresh of the
    /// others.
    private static func isPassing(_ error: any Error) -> Bool {
        switch error as? PublishingError {
        case .unavailable(.unreachable), .unavailable(.busy), .unavailable(.cancelled), .unavailable(.outcomeUnknown):
            true
        default: false
        }
    }

    private func forget(_ slug: String, _ page: Page) {
        pages.withLock { if $0[slug] === page { $0[slug] = nil } }
    }

    private func load(
        _ slug: String, previous: ServedPage?, isRenewal: Bool, after change: DecidedRevision?
    ) async throws -> ServedPage {
        let page =
            if let change, let previous, let page = await reordered(previous, after: change) {
                page
            } else if !isRenewal, store.node != nil, let previous {
                try await presentOrKnown(slug, previous)
            } else {
                try await loadPresent(slug, previous: previous)
            }
        plan(page, slug)
        return page
    }

    /// Builds the page after a change from the change's result; nil unless at most the live order differs.
    private func reordered(_ previous: ServedPage, after change: DecidedRevision) async -> ServedPage? {
        let (now, layouts) = (clock.now, store.layouts.current.number)
        guard previous.layouts == layouts, previous.page.changesAt.map({ now < $0 }) ?? true,
            let live = change.page(after: previous.page.live)
        else { return nil }
        if previous.page.isStill(live, at: now) {
            previous.endPlanning()
            return previous
        }
        guard let reordered = previous.page.reordered(live, at: now) else { return nil }
        let page = ServedPage(
            reordered, rendered: previous.rendered, layouts: layouts, cache: cache, caches: caches)
        await page.warm(like: previous, at: now)
        return page
    }

    func loadPresent(_ slug: String, previous: ServedPage?) async throws -> ServedPage {
        let now = clock.now
        let live = try await store.shown(slug, at: now)
        if let previous, previous.layouts == store.layouts.current.number, previous.page.isStill(live, at: now) {
            // The prepared versions may have changed.
            previous.endPlanning()
            return previous
        }
        let page = try await make(live, previous: previous, at: now)
        // If the old version must no longer be served, readers are waiting, so only the requested variants are built.
        let isOldServed = previous?.page.changesAt.map { now < $0 } ?? true
        if let previous, isOldServed { await page.warm(like: previous, at: now) }
        return page
    }

    func make(_ live: LivePage, previous: ServedPage?, at now: Instant) async throws -> ServedPage {
        let layouts = store.layouts.current
        let hasSameLayouts = previous?.layouts == layouts.number
        if hasSameLayouts, let previous, let page = previous.page.reordered(live, at: now) {
            return ServedPage(
                page, rendered: previous.rendered, layouts: layouts.number, cache: cache, caches: caches)
        }
        let versions = Set(live.shown.versions.values)
        var rendered = (hasSameLayouts ? previous?.rendered ?? [:] : [:]).filter {
            versions.contains($0.key) && $0.value.isCurrent(live.feeds, at: now)
        }
        let missing = versions.subtracting(rendered.keys)
        if !missing.isEmpty {
            let blocks = try await store.blocks(missing)
            let lists = try await store.feedLists(Array(blocks.values).feeds)
            for (id, block) in blocks {
                rendered[id] = RenderedBlock(block, layouts.catalog, publicURL: publicURL, lists: lists, at: now)
            }
        }
        return ServedPage(
            PublishedPage(live, blocks: Array(rendered.values), at: now, publicURL: publicURL), rendered: rendered,
            layouts: layouts.number, cache: cache, caches: caches)
    }
}

extension ExternalChanges {
    /// Whether the changes affect a page.
    fileprivate func affects(_ page: ServedPage, _ slug: String) -> Bool {
        switch self {
        case .everything: true
        case .pages(let slugs, let feeds): slugs.contains(slug) || page.shows(slugs, orIsFilledBy: feeds)
        }
    }
}
