import HomeBlocks
import Publishing
import Synchronization

/// A published page with its representations for clients.
final class ServedPage: Sendable {
    let page: PublishedPage
    /// All blocks of the revision, displayed or not, from which the next version is built.
    let rendered: [BlockVersionID: RenderedBlock]
    /// The number of the set of layouts with which the page was built.
    let layouts: Int
    /// The order of the page.
    let order: Deferred<Representation>
    /// The order of the shown page, which is another page during a takeover.
    let shownOrder: Deferred<Representation>
    /// The key of clients that do not describe themselves, which are the majority.
    private let anonymousKey: AudienceKey
    private let cache: VariantCache
    private let caches: SharedCaches
    private let tags: CacheTags
    private let variants = Mutex<[AudienceKey: Slot]>([:])

    private let planning = Mutex(Planning())

    /// The version of the page from the next instant at which it changes.
    private struct Planning {
        var attempt = 0
        var isBegun = false
        var next: (page: ServedPage, from: Instant)?
    }

    private enum Slot {
        case ready(ServedVariant)
        case building(Task<ServedVariant, Never>)
    }

    /// How many seconds after its last use a variant is still built with each new version.
    private static let warmSeconds = 60
    /// How many variants are built with each new version, and about how many bytes are written for them. The first one is
    /// always built.
    private static let maximumWarmVariants = 64
    private static let maximumWarmBytes = 4 << 20

    /// - Parameters:
    ///   - layouts: the number of the layouts.
    ///   - cache: limits the memory of the variants.
    ///   - caches: the caches in front of the server.
    init(
        _ page: PublishedPage, rendered: [BlockVersionID: RenderedBlock], layouts: Int = 0, cache: VariantCache,
        caches: SharedCaches = SharedCaches()
    ) {
        self.page = page
        self.layouts = layouts
        self.rendered = rendered
        self.cache = cache
        self.caches = caches
        anonymousKey = page.rules.key(for: ClientContext())
        let live = page.live
        tags = CacheTags(pages: [live.own.page.slug, live.shown.page.slug], feeds: page.feeds.keys)
        let fields = caches.fields(.order, tags)
        // The page's own order changes only with its releases; the shown order also changes with takeovers.
        order = Deferred {
            Representation(
                PublishedPage.sort(live.own.order), tag: live.own.order.tag, changesAt: live.own.nextRelease,
                fields: fields)
        }
        shownOrder =
            live.takeoverRevision == nil && live.own.nextRelease == page.changesAt
            ? order
            : Deferred {
                Representation(
                    PublishedPage.sort(live.shown.order), tag: live.shown.order.tag, changesAt: page.changesAt,
                    fields: fields)
            }
    }

    // MARK: Planning

    /// - Returns: the number of the attempt; nil if planning is in progress or done.
    func beginPlanning() -> Int? {
        planning.withLock { planning in
            defer { planning.isBegun = true }
            return planning.isBegun ? nil : planning.attempt
        }
    }

    /// Discards the plan. An attempt in progress can no longer add to it.
    ///
    /// - Parameter attempt: the attempt to end, without effect if another one has started; nil for any attempt.
    func endPlanning(_ attempt: Int? = nil) {
        planning.withLock { planning in
            if attempt ?? planning.attempt == planning.attempt { planning = Planning(attempt: planning.attempt + 1) }
        }
    }

    /// Whether the page or its prepared versions show one of the pages, or a section that one of the feeds fills.
    func shows(_ slugs: Set<String>, orIsFilledBy feeds: Set<String>) -> Bool {
        if let shown = page.live.takeoverRevision?.page.slug, slugs.contains(shown) { return true }
        if !feeds.isDisjoint(with: page.feeds.keys) { return true }
        return planning.withLock { $0.next }?.page.shows(slugs, orIsFilledBy: feeds) ?? false
    }

    /// - Returns: false if the attempt was ended.
    func plan(_ next: ServedPage, from instant: Instant, attempt: Int) -> Bool {
        planning.withLock { planning in
            guard planning.attempt == attempt else { return false }
            planning.next = (next, instant)
            return true
        }
    }

    /// Returns the prepared version of the page at an instant; nil if there is none.
    func planned(at now: Instant) -> ServedPage? {
        guard let next = planning.withLock({ $0.next }), now >= next.from else { return nil }
        return next.page.page.changesAt.map { now < $0 } ?? true ? next.page : next.page.planned(at: now)
    }

    deinit { cache.remove(readyVariants.map(\.variant)) }

    /// Builds the most used variants of the previous version, so that few readers wait when this version is served. The
    /// number is limited because clients choose their context; other variants are built on demand.
    func warm(like previous: ServedPage, at now: Instant) async {
        // With different rules, the same key means another audience.
        guard previous.page.rules == page.rules else { return }
        var bytesLeft = Self.maximumWarmBytes
        for (key, variant) in previous.mostUsed(since: now.adding(seconds: -Self.warmSeconds)) {
            let document = variant.document
            let bytes = document.size * (1 + document.compressedCodings.count)
            guard bytes <= bytesLeft || bytesLeft == Self.maximumWarmBytes else { return }
            bytesLeft -= bytes
            let new = await self.variant(key, at: variant.lastUse, after: variant)
            await new.document.warm(like: document)
        }
    }

    /// Returns the variants that were used since an instant, most used first.
    private func mostUsed(since oldest: Instant) -> ArraySlice<(key: AudienceKey, variant: ServedVariant)> {
        readyVariants.filter { $0.variant.lastUse >= oldest }.sorted { $0.variant.uses > $1.variant.uses }
            .prefix(Self.maximumWarmVariants)
    }

    /// Returns a reader's variant of the page if it is in memory.
    func ready(for reader: ReadRequest.Reader, at now: Instant) -> ServedVariant? {
        (try? key(for: reader)).flatMap { ready($0, at: now) }
    }

    private func key(for reader: ReadRequest.Reader) throws(PublishingError) -> AudienceKey {
        switch reader {
        case .anonymous: anonymousKey
        case .client(let client): page.rules.key(for: client)
        case .audience(let text): try page.key(decoding: text)
        }
    }

    private func ready(_ key: AudienceKey, at now: Instant) -> ServedVariant? {
        guard case .ready(let variant) = variants.withLock({ $0[key] }) else { return nil }
        cache.countHit()
        variant.use(at: now)
        return variant
    }

    /// Returns a reader's variant of the page.
    ///
    /// - Throws: ``PublishingError/outdatedAudience`` or ``PublishingError/malformedAudience`` for an audience key of
    ///   other rules or an invalid one.
    func variant(for reader: ReadRequest.Reader, at now: Instant) async throws(PublishingError) -> ServedVariant {
        let key = try key(for: reader)
        if let variant = ready(key, at: now) { return variant }
        cache.countMiss()
        return await variant(key, at: now)
    }

    /// Builds a variant. Concurrent requests share one build.
    private func variant(_ key: AudienceKey, at now: Instant, after earlier: ServedVariant? = nil) async
        -> ServedVariant
    {
        let slot = variants.withLock { variants in
            if let slot = variants[key] { return slot }
            let slot = Slot.building(Task { self.build(key, at: now, after: earlier) })
            variants[key] = slot
            return slot
        }
        switch slot {
        case .ready(let variant): return variant
        case .building(let task): return await task.value
        }
    }

    private func build(_ key: AudienceKey, at now: Instant, after earlier: ServedVariant?) -> ServedVariant {
        let variant = ServedVariant(
            page.variant(key, after: earlier?.page), key: page.encoded(key), changesAt: page.changesAt,
            changesOften: page.changesOften,
            cache: cache, after: earlier, fields: { [caches, tags] in caches.fields($0, tags) })
        variant.use(at: now)
        let evicted = variants.withLock { variants in
            variants[key] = .ready(variant)
            return cache.add(variant, key, of: self)
        }
        VariantCache.drop(evicted)
        return variant
    }

    /// Removes a variant, unless it was replaced.
    func drop(_ key: AudienceKey, _ variant: ServedVariant) {
        variants.withLock { variants in
            if case .ready(let known) = variants[key], known === variant { variants[key] = nil }
        }
    }

    private var readyVariants: [(key: AudienceKey, variant: ServedVariant)] {
        variants.withLock { variants in
            variants.compactMap { key, slot in
                guard case .ready(let variant) = slot else { return nil }
                return (key, variant)
            }
        }
    }
}
