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
    private let variants = Mutex(Variants())

    /// Clients choose what they say about themselves. More audiences than this push out the ones that were asked for
    /// least recently, and so does what all of them together weigh.
    private static let mostVariants = 64
    private static let mostBytes = 64 << 20

    private struct Variants {
        var kept: [AudienceKey: (variant: ServedVariant, lastUse: Int)] = [:]
        var uses = 0
        var bytes = 0

        mutating func use(_ key: AudienceKey) -> ServedVariant? {
            guard let known = kept[key]?.variant else { return nil }
            uses += 1
            kept[key]?.lastUse = uses
            return known
        }

        mutating func keep(_ variant: ServedVariant, _ key: AudienceKey) {
            while kept.count >= mostVariants || bytes + variant.size > mostBytes,
                let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                bytes -= oldest.value.variant.size
                kept[oldest.key] = nil
            }
            uses += 1
            bytes += variant.size
            kept[key] = (variant, uses)
        }
    }

    init(_ page: PublishedPage, rendered: [BlockVersionID: RenderedBlock]) {
        self.page = page
        self.rendered = rendered
        let live = page.live
        sort = Representation(PublishedPage.sort(live.own.order), tag: live.own.order.tag)
        shownSort = Representation(PublishedPage.sort(live.shown.order), tag: live.shown.order.tag)
    }

    /// The page as a client gets it.
    func variant(for client: ClientContext) -> ServedVariant {
        let key = page.rules.key(for: client)
        if let known = variants.withLock({ $0.use(key) }) { return known }
        // Others need not wait while it is made.
        let made = ServedVariant(page.variant(key))
        return variants.withLock { variants in
            if let known = variants.use(key) { return known }
            variants.keep(made, key)
            return made
        }
    }
}
