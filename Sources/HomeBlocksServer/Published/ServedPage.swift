import HomeBlocks
import Publishing
import Synchronization

/// A published page with its answers for each audience.
final class ServedPage: Sendable {
    let page: PublishedPage
    /// Every block of the revision, shown or not, for building the next revision's answers.
    let rendered: [BlockVersionID: RenderedBlock]
    let sort: Representation
    /// The order of what is shown, which during a takeover is another page.
    let shownSort: Representation
    /// What the conditions come to for those who tell nothing about themselves, as most do.
    private let anonymousKey: AudienceKey
    private let cache: VariantCache
    private let variants = Mutex<[AudienceKey: Slot]>([:])

    private enum Slot {
        case ready(ServedVariant)
        case building(Task<ServedVariant, Never>)
    }

    /// For how long a variant that nobody asks for is made with each new version, in seconds.
    private static let memory = 60

    init(_ page: PublishedPage, rendered: [BlockVersionID: RenderedBlock], cache: VariantCache) {
        self.page = page
        self.rendered = rendered
        self.cache = cache
        anonymousKey = page.rules.key(for: ClientContext())
        let live = page.live
        // The page's own order is another only after a release of its own; what is shown, by a takeover too.
        sort = Representation(
            PublishedPage.sort(live.own.order), tag: live.own.order.tag, changesAt: live.own.nextRelease)
        shownSort =
            live.campaign == nil && live.own.nextRelease == page.changesAt
            ? sort
            : Representation(
                PublishedPage.sort(live.shown.order), tag: live.shown.order.tag, changesAt: page.changesAt)
    }

    deinit { cache.remove(readyVariants.map(\.variant)) }

    /// Makes what was asked for of the version before, so that nobody waits for it when the new one is served.
    func warm(like previous: ServedPage, at now: Instant) async {
        // Where the conditions are others, so is what their answers mean.
        guard previous.page.rules == page.rules else { return }
        let oldest = now.adding(seconds: -Self.memory)
        for (key, variant) in previous.readyVariants where variant.lastUse >= oldest {
            let made = await self.variant(key, at: variant.lastUse)
            await made.document.warm(like: variant.document)
        }
    }

    /// The page as a client gets it, if nobody need wait for it.
    ///
    /// - Parameter client: nil for one that tells nothing.
    func ready(for client: ClientContext?, at now: Instant) -> ServedVariant? {
        let key = client.map(page.rules.key) ?? anonymousKey
        guard case .ready(let variant) = variants.withLock({ $0[key] }) else { return nil }
        cache.countHit()
        variant.use(at: now)
        return variant
    }

    /// The page as a client gets it.
    func variant(for client: ClientContext, at now: Instant) async -> ServedVariant {
        if let variant = ready(for: client, at: now) { return variant }
        cache.countMiss()
        return await variant(page.rules.key(for: client), at: now)
    }

    /// However many ask at once, it is made once.
    private func variant(_ key: AudienceKey, at now: Instant) async -> ServedVariant {
        let slot = variants.withLock { variants in
            if let slot = variants[key] { return slot }
            let slot = Slot.building(Task { self.build(key, at: now) })
            variants[key] = slot
            return slot
        }
        switch slot {
        case .ready(let variant): return variant
        case .building(let task): return await task.value
        }
    }

    private func build(_ key: AudienceKey, at now: Instant) -> ServedVariant {
        let variant = ServedVariant(page.variant(key), changesAt: page.changesAt, cache: cache)
        variant.use(at: now)
        variants.withLock { $0[key] = .ready(variant) }
        cache.add(variant, key, of: self)
        return variant
    }

    /// Forgets a variant, unless another one has taken its place.
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
