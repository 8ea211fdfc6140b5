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
        pageList = Refreshable(validity: { .init(until: $0.changesAt) }) { previous, isRenewal in
            // Reads say how old it is.
            if !isRenewal, let previous, store.node?.staleSeconds != nil { return previous }
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
                load: { try await self.load(slug, previous: $0, isRenewal: $1) })
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
        let changes: OutsideChanges = slug.map { .pages([$0]) } ?? .everything
        // Where reads say how old they are, an old version is better than none.
        if await !renew(changes) { store.publishLater(changes) }
    }

    /// Does so after what this or other programs have changed.
    ///
    /// - Returns: whether the store could be read. If not, old versions are kept where reads say how old they are, and are
    ///   dropped otherwise.
    func renew(_ changes: OutsideChanges) async -> Bool {
        if changes == .pages([]) { return true }
        let isKept = store.node != nil
        var isComplete = true
        if !isKept {
            pageList.invalidate()
        } else if let error = await pageList.renew(keeping: true) {
            if Self.isPassing(error) { isComplete = false } else { pageList.invalidate() }
        }
        let concerned = pages.withLock { pages in
            switch changes {
            case .everything: pages
            case .pages(let slugs):
                pages.filter { known, page in
                    slugs.contains(known) || page.concerns { $0.shows(slugs) }
                }
            }
        }
        for (slug, page) in concerned {
            guard let error = await page.renew(keeping: isKept) else { continue }
            if isKept, Self.isPassing(error) { isComplete = false } else { forget(slug, page) }
        }
        return isComplete
    }

    /// Whether the store can be read later without anybody's doing. A page that cannot must not keep the others from being
    /// renewed.
    private static func isPassing(_ error: any Error) -> Bool {
        switch error as? PublishingError {
        case .unavailable(.unreachable), .unavailable(.busy), .unavailable(.cancelled), .unavailable(.outcomeUnknown):
            true
        default: false
        }
    }

    private func forget(_ slug: String, _ page: Refreshable<ServedPage>) {
        pages.withLock { if $0[slug] === page { $0[slug] = nil } }
    }

    private func load(_ slug: String, previous: ServedPage?, isRenewal: Bool) async throws -> ServedPage {
        let page =
            if !isRenewal, let planned = previous?.planned(at: clock.now) {
                try await self.planned(planned, slug) { try await self.loadPresent(slug, previous: previous) }
            } else {
                try await loadPresent(slug, previous: previous)
            }
        plan(page, slug)
        return page
    }

    private func loadPresent(_ slug: String, previous: ServedPage?) async throws -> ServedPage {
        let now = clock.now
        let live = try await store.shown(slug, at: now)
        if let previous, previous.layouts == store.layouts.current.number, previous.page.isStill(live, at: now) {
            // What is planned may be another one now.
            previous.endPlanning()
            return previous
        }
        let page = try await make(live, previous: previous, at: now)
        // Where the old version must not be served any more, readers wait: only what they requested is built.
        let isOldServed = previous?.page.changesAt.map { now < $0 } ?? true
        if let previous, isOldServed { await page.warm(like: previous, at: now) }
        return page
    }

    private func make(_ live: LivePage, previous: ServedPage?, at now: Instant) async throws -> ServedPage {
        let layouts = store.layouts.current
        let hasSameLayouts = previous?.layouts == layouts.number
        let versions = Set(live.shown.versions.values)
        var rendered = (hasSameLayouts ? previous?.rendered ?? [:] : [:]).filter { versions.contains($0.key) }
        let missing = versions.subtracting(rendered.keys)
        if !missing.isEmpty {
            for (id, block) in try await store.blocks(missing) {
                rendered[id] = RenderedBlock(block, layouts.catalog, publicURL: publicURL)
            }
        }
        return ServedPage(
            PublishedPage(live, blocks: Array(rendered.values), at: now, publicURL: publicURL), rendered: rendered,
            layouts: layouts.number, cache: cache, caches: caches)
    }
}

// MARK: What is planned

/// Pages of a database on a server are made for the next instant at which they change, too: it may be out of reach then.
extension PublishedPages {
    /// For how long readers wait for the store, where what was planned is known.
    private static let patience = Duration.milliseconds(500)

    /// How many instants ahead pages are made.
    private static let instantsAhead = 3

    /// Makes what a page will be from the next instants on at which it changes, in the background.
    private func plan(_ page: ServedPage, _ slug: String) {
        guard store.node != nil, page.page.changesAt != nil, page.beginPlanning() else { return }
        Task {
            var present = page
            do {
                for _ in 0..<Self.instantsAhead {
                    guard let instant = present.page.changesAt else { return }
                    let next = try await make(store.shown(slug, asOf: instant), previous: present, at: instant)
                    present.plan(next, from: instant)
                    present = next
                }
            } catch {
                // The next reader or change begins again.
                page.endPlanning()
            }
        }
    }

    /// Returns the page as the store has it, or what was planned if that cannot be reached; that is renewed as soon as it
    /// can.
    private func planned(
        _ planned: ServedPage, _ slug: String, _ load: @escaping @Sendable () async throws -> ServedPage
    ) async throws -> ServedPage {
        let page = try await withPatience(planned, load)
        if page === planned { store.publishLater(.pages([slug])) }
        return page
    }

    private func withPatience(
        _ planned: ServedPage, _ load: @escaping @Sendable () async throws -> ServedPage
    ) async throws -> ServedPage {
        if store.node?.staleSeconds != nil { return planned }
        let (first, continuation) = AsyncStream.makeStream(of: Result<ServedPage, any Error>.self)
        let tasks = [
            Task {
                do { continuation.yield(.success(try await load())) } catch {
                    if case .unavailable = error as? PublishingError {
                        continuation.yield(.success(planned))
                    } else {
                        continuation.yield(.failure(error))
                    }
                }
            },
            Task {
                try? await Task.sleep(for: Self.patience)
                continuation.yield(.success(planned))
            },
        ]
        defer { for task in tasks { task.cancel() } }
        for await result in first { return try result.get() }
        return planned
    }
}

/// Reloads the published pages when other programs have changed them.
struct OutsideChangesService: Service {
    let store: any PageStore
    let pages: PublishedPages
    let feed: ChangeFeed
    let purger: CachePurger

    private static let pause = Duration.milliseconds(250)

    func run() async {
        let changes = store.outsideChanges(version: BuildInfo.version).cancelOnGracefulShutdown()
        for await change in changes {
            // Meanwhile the node is not ready, and its reads say so.
            while await !pages.renew(change), !Task.isShuttingDownGracefully {
                try? await Task.sleep(for: Self.pause)
            }
            feed.signal()
            // A cache that hangs must not delay the next change.
            Task { await purge(change) }
        }
    }

    /// Has caches drop what a change reaches: it may be one of a command, which knows of no cache.
    private func purge(_ change: OutsideChanges) async {
        switch change {
        case .everything: await purger.purge(.everything)
        case .pages(let slugs) where slugs.isEmpty: break
        case .pages(let slugs): await purger.purge(CacheTags(changeOf: slugs))
        }
    }
}
