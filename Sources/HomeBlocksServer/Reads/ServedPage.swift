import HomeBlocks
import Publishing
import Synchronization

/// A published page with the representations that clients get of it.
final class ServedPage: Sendable {
    let page: PublishedPage
    /// Every block of the revision, shown or not, from which the next revision is built.
    let rendered: [BlockVersionID: RenderedBlock]
    /// The number of the layouts that it was made with.
    let layouts: Int
    /// The order of the page.
    let order: Deferred<Representation>
    /// The order of what the page shows, which during a takeover is another page.
    let shownOrder: Deferred<Representation>
    /// The key of clients that say nothing about themselves, as most do.
    private let anonymousKey: AudienceKey
    private let cache: VariantCache
    private let caches: SharedCaches
    private let tags: CacheTags
    private let variants = Mutex<[AudienceKey: Slot]>([:])

    private let planning = Mutex(Planning())

    /// What the page will be from the next instant on at which it changes.
    private struct Planning {
        var attempt = 0
        var isBegun = false
        var next: (page: ServedPage, from: Instant)?
    }

    private enum Slot {
        case ready(ServedVariant)
        case building(Task<ServedVariant, Never>)
    }

    /// For how many seconds after its last use a variant is built with each new version.
    private static let warmSeconds = 60
    /// How many variants are built with each new version, and about how many bytes are written for them. The first one is
    /// always built.
    private static let maximumWarmVariants = 64
    private static let maximumWarmBytes = 4 << 20

    /// - Parameters:
    ///   - layouts: the number of the layouts.
    ///   - cache: counts the variants.
    ///   - caches: the caches in front.
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
        // The page's own order changes with a release of its own only; what is shown, with a takeover too.
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

    // MARK: What is planned

    /// - Returns: the number of the attempt; nil if it is in progress or done.
    func beginPlanning() -> Int? {
        planning.withLock { planning in
            defer { planning.isBegun = true }
            return planning.isBegun ? nil : planning.attempt
        }
    }

    /// Forgets what was planned. An attempt that is not done plans nothing any more.
    ///
    /// - Parameter attempt: nothing is forgotten if another one has begun; nil ends any.
    func endPlanning(_ attempt: Int? = nil) {
        planning.withLock { planning in
            if attempt ?? planning.attempt == planning.attempt { planning = Planning(attempt: planning.attempt + 1) }
        }
    }

    /// Whether it shows one of some other pages, or a section that one of some feeds fills, or will.
    func shows(_ slugs: Set<String>, orIsFilledBy feeds: Set<String>) -> Bool {
        if let shown = page.live.takeoverRevision?.page.slug, slugs.contains(shown) { return true }
        if !feeds.isDisjoint(with: page.feeds.keys) { return true }
        return planning.withLock { $0.next }?.page.shows(slugs, orIsFilledBy: feeds) ?? false
    }

    /// - Returns: false if the attempt has ended.
    func plan(_ next: ServedPage, from instant: Instant, attempt: Int) -> Bool {
        planning.withLock { planning in
            guard planning.attempt == attempt else { return false }
            planning.next = (next, instant)
            return true
        }
    }

    /// What the page is at an instant after it has changed, as far as that is known.
    func planned(at now: Instant) -> ServedPage? {
        guard let next = planning.withLock({ $0.next }), now >= next.from else { return nil }
        return next.page.page.changesAt.map { now < $0 } ?? true ? next.page : next.page.planned(at: now)
    }

    deinit { cache.remove(readyVariants.map(\.variant)) }

    /// Builds the most used variants of the previous version, so that few readers wait when this version is served. Since
    /// clients choose their context, the number is limited; the rest is built when it is read.
    func warm(like previous: ServedPage, at now: Instant) async {
        // With other conditions, the same key means another audience.
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

    /// The variants that were used since an instant, the most used ones first.
    private func mostUsed(since oldest: Instant) -> ArraySlice<(key: AudienceKey, variant: ServedVariant)> {
        readyVariants.filter { $0.variant.lastUse >= oldest }.sorted { $0.variant.uses > $1.variant.uses }
            .prefix(Self.maximumWarmVariants)
    }

    /// The page as a reader gets it, if it is in memory.
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

    /// The page as a reader gets it.
    ///
    /// - Throws: ``PublishingError/outdatedAudience`` or ``PublishingError/malformedAudience`` for a key of other
    ///   conditions, or none.
    func variant(for reader: ReadRequest.Reader, at now: Instant) async throws(PublishingError) -> ServedVariant {
        let key = try key(for: reader)
        if let variant = ready(key, at: now) { return variant }
        cache.countMiss()
        return await variant(key, at: now)
    }

    /// Builds a variant once, however many requests need it at once.
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
