import HTTPTypes
import Hummingbird
import Publishing

/// Reads pages with preview links, whose secret authorizes the read.
struct LinkReader: Sendable {
    private let store: any PageStore
    private let settings: ServerSettings
    private let clock: PublishingClock
    // Each read needs about ten times the page's size in memory.
    private let reads = ConcurrencyLimit(2)

    init(store: any PageStore, settings: ServerSettings, clock: PublishingClock) {
        self.store = store
        self.settings = settings
        self.clock = clock
    }

    /// Returns the response to a read with a link; nil if the read is of another page than the link's.
    ///
    /// - Throws: ``PublishingError/notFound(_:)`` if the link is unknown or has ended, or its revision was deleted.
    func response(to request: Request, _ read: ReadRequest, with secret: String) async throws -> Response? {
        let link = try await link(secret)
        if let page = read.page, page != link.page { return nil }
        let permit = try await reads.permit()
        let representation = try await representation(of: read, link)
        if read.content.isStart { try? await store.recordUse(ofLink: link.id) }
        var response = await representation.response(to: request, caching: [.cacheControl: "no-store"])
        response.headers[.preview] = link.plan.target.name
        response.headers[.robots] = "noindex"
        return response.holding(permit)
    }

    private func link(_ text: String) async throws -> PreviewLink {
        let secret = LinkSecret(parsing: text)
        let link: PreviewLink? = if let secret { try await store.link(with: secret) } else { nil }
        return try PreviewLink.require(link, at: clock.now)
    }

    private func representation(of read: ReadRequest, _ link: PreviewLink) async throws -> Representation {
        let (revision, start) = try await revision(link)
        let now = link.plan.at ?? max(start ?? clock.now, clock.now)
        let preview = try await PublishedPage.preview(
            LivePage(own: revision), in: store, publicURL: settings.pictureBase, at: now)
        let page = ServedPage(preview, rendered: [:], cache: VariantCache())
        if case .order = read.content { return page.order.value }
        let client = try link.plan.client.map { try ClientContext(link: $0, settings.attributes) }
        let variant = try await page.variant(for: client.map { .client($0) } ?? read.reader, at: now)
        return try variant.representation(of: read.content)
    }

    /// Returns the revision that a link shows, and the instant from which a planned release shows it.
    private func revision(_ link: PreviewLink) async throws -> (LiveRevision, start: Instant?) {
        switch link.plan.target {
        case .draft: return (try await store.revision(link.page, .draft), nil)
        case .revision(let number): return (try await store.revision(link.page, number: number), nil)
        case .release(let id):
            let release = try await store.release(id, of: link.page)
            try release.checkPreview()
            return (try await store.revision(link.page, number: release.revision), release.at)
        }
    }
}

extension ReadRequest.Content {
    /// Whether it is a document or the start of one.
    fileprivate var isStart: Bool {
        switch self {
        case .document, .part(from: nil, _): true
        default: false
        }
    }
}

extension LinkPlan.Target {
    /// The target as the response's header field names it.
    fileprivate var name: String {
        switch self {
        case .draft: "draft"
        case .revision(let number): "revision \(number)"
        case .release(let id): "release \(id)"
        }
    }
}

extension HTTPField.Name {
    /// The secret of a preview link in a request, and what a response shows.
    static let preview = HTTPField.Name("HomeBlocks-Preview") ?? .via
    fileprivate static let robots = HTTPField.Name("X-Robots-Tag") ?? .via
}
