import Hummingbird
import Publishing

/// Resolves reads of published pages, for the router and the fast path.
final class PageReader: Sendable {
    let settings: ServerSettings
    let clock: PublishingClock
    private let pages: PublishedPages
    private let node: NodeState?

    /// - Parameter node: nil if no other node shares the database.
    init(pages: PublishedPages, node: NodeState? = nil, settings: ServerSettings, clock: PublishingClock) {
        self.pages = pages
        self.node = node
        self.settings = settings
        self.clock = clock
    }

    /// Returns the requested representation if it is in memory; nil if it must be loaded or encoded first.
    func ready(_ request: ReadRequest, at now: Instant) -> Representation? {
        guard let page = pages.ready(request.page ?? settings.defaultPage, at: now) else { return nil }
        if case .order(let shown) = request.content { return (shown ? page.shownOrder : page.order).ready }
        return page.ready(for: request.reader, at: now)?.ready(request.content)
    }

    /// Returns the requested representation. Loads the page and encodes the representation if necessary.
    func representation(for request: ReadRequest) async throws -> Representation {
        let page = try await pages.page(request.page ?? settings.defaultPage)
        if case .order(let shown) = request.content { return (shown ? page.shownOrder : page.order).value }
        let variant = try await page.variant(for: request.reader, at: clock.now)
        return try variant.representation(of: request.content)
    }

    /// Returns the timestamp of a response at an instant.
    func timestamp(_ now: Instant) -> ResponseTimestamp { ResponseTimestamp(now, age: node?.staleSeconds) }

    /// Returns the response to a read, which shared caches may store.
    ///
    /// - Parameter ignored: the ignored parameters, which the response lists.
    func response(
        to request: Request, with representation: Representation, ignored: IgnoredParameters = IgnoredParameters()
    ) async -> Response {
        await representation.response(
            to: request,
            caching: settings.caching(at: clock.now, changesAt: representation.changesAt, age: node?.staleSeconds),
            ignored: ignored.text(settings.attributes))
    }
}
