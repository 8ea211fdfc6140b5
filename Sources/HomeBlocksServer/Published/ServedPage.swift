import HomeBlocks
import Publishing
import Synchronization

/// A published page with its answers for each audience.
final class ServedPage: Sendable {
    let page: PublishedPage
    /// Every block of the revision, shown or not, for building the next revision's answers.
    let rendered: [BlockVersionID: RenderedBlock]
    let sort: Representation
    private let variants = Mutex<[AudienceKey: ServedVariant]>([:])

    /// Clients choose what they say about themselves. More audiences than this push others out, and so does what
    /// all of them together weigh.
    private static let mostVariants = 64
    private static let mostBytes = 32 << 20

    init(_ page: PublishedPage, rendered: [BlockVersionID: RenderedBlock]) {
        self.page = page
        self.rendered = rendered
        sort = Representation(page.sort(), tag: page.live.own.order.tag)
    }

    /// The page as a client gets it.
    func variant(for client: ClientContext) -> ServedVariant {
        let key = page.rules.key(for: client)
        return variants.withLock { variants in
            if let known = variants[key] { return known }
            let made = ServedVariant(page.variant(key))
            while Self.isFull(variants, adding: made), let other = variants.keys.first { variants[other] = nil }
            variants[key] = made
            return made
        }
    }

    private static func isFull(_ variants: [AudienceKey: ServedVariant], adding made: ServedVariant) -> Bool {
        let size = variants.values.reduce(made.size) { $0 + $1.size }
        return !variants.isEmpty && (variants.count >= mostVariants || size > mostBytes)
    }
}
