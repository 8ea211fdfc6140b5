import HTTPTypes
import Hummingbird
import Publishing

/// Reads pages with preview links, whose secret authorizes the read.
struct LinkReader: Sendable {
    private let store: any PageStore
    private let settings: ServerSettings
    private let clock: PublishingClock
    private let uses: LinkUseCounter
    // Each read needs about ten times the page's size in memory.
    private let reads = ConcurrencyLimit(2)

    init(store: any PageStore, settings: ServerSettings, clock: PublishingClock) {
        self.store = store
        self.settings = settings
        self.clock = clock
        uses = LinkUseCounter(store)
    }

    /// Returns the response to a read with a link; nil if the read is of another page than the link's.
    ///
    /// - Throws: ``PublishingError/notFound(_:)`` if the link is unknown or has ended, or what it shows no longer exists.
    func response(to request: Request, _ read: ReadRequest, with secret: String) async throws -> Response? {
        guard let secret = LinkSecret(parsing: secret) else { throw PublishingError.unknownLink }
        let permit = try await reads.permit()
        guard let previewed = try await store.preview(of: read.page, with: secret) else { return nil }
        let plan = previewed.link.plan
        let representation = try await representation(of: read, previewed)
        if read.content.isStart { uses.count(previewed.link.id) }
        var response = await representation.response(
            to: request, caching: [.cacheControl: "no-store"],
            ignored: plan.client == nil ? read.ignored.text(settings.attributes) : nil)
        response.headers[.preview] = plan.target.name + (plan.mayApprove ? "; may approve" : "")
        response.headers[.robots] = "noindex"
        return response.holding(permit)
    }

    private func representation(of read: ReadRequest, _ previewed: PreviewedRevision) async throws -> Representation {
        let plan = previewed.link.plan
        let now = plan.at ?? max(previewed.start ?? clock.now, clock.now)
        let preview = try await PublishedPage.preview(
            LivePage(own: previewed.revision), in: store, publicURL: settings.pictureBase, at: now)
        let page = ServedPage(preview, rendered: [:], cache: VariantCache())
        if case .order = read.content { return page.order.value }
        let client = try plan.client.map { try ClientContext(link: $0, settings.attributes) }
        let variant = try await page.variant(for: client.map { .client($0) } ?? read.reader, at: now)
        return try variant.representation(of: read.content)
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
