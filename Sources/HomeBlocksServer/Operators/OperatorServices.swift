import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// The services shared by all operator routes. A handler reads top to bottom: it authorizes the request
/// (``authorizeRead(_:_:as:on:parameters:)``, ``authorizeWrite(_:_:as:on:parameters:)``), parses it, calls the store once,
/// refreshes the caches (``refreshCaches(after:live:)``) and responds.
struct OperatorServices: Sendable {
    let pages: PublishedPages
    let authenticator: Authenticator
    let settings: ServerSettings
    let clock: PublishingClock
    let feed: ChangeEvents
    let people: PresenceRegistry
    private let store: any PageStore
    private let purger: CachePurger
    // Each read or import of a whole page needs about ten times the page's size in memory.
    private let pageReads = ConcurrencyLimit(4)
    private let imports = ConcurrencyLimit(2)

    init(
        store: any PageStore, pages: PublishedPages, authenticator: Authenticator,
        settings: ServerSettings, clock: PublishingClock, feed: ChangeEvents, purger: CachePurger
    ) {
        self.store = store
        self.pages = pages
        self.authenticator = authenticator
        self.settings = settings
        self.clock = clock
        self.feed = feed
        people = PresenceRegistry(shared: store.shared)
        self.purger = purger
    }

    /// The layouts, which the program replaces when their files change.
    var layouts: CurrentLayouts { store.layouts }

    /// The current layouts.
    var catalog: BlockTypeCatalog { layouts.current.catalog }

    // MARK: Requests

    /// Authorizes a read.
    ///
    /// - Parameters:
    ///   - scope: what it reads; nil for the page in the path, or for everything without one.
    ///   - parameters: the names of the allowed parameters.
    @discardableResult
    func authorizeRead(
        _ request: Request, _ context: ServerContext, as role: Role = .viewer, on scope: Scope? = nil,
        parameters: Set<String> = []
    ) async throws -> OperatorRequest {
        try await OperatorRequest(
            request, context, as: role, on: scope, parameters: parameters, authenticator, store: store)
    }

    /// Authorizes a change.
    ///
    /// - Parameters:
    ///   - scope: what it changes; nil for the page in the path, or for everything without one.
    ///   - parameters: the names of the allowed parameters.
    func authorizeWrite(
        _ request: Request, _ context: ServerContext, as role: Role, on scope: Scope? = nil,
        parameters: Set<String> = []
    ) async throws -> OperatorRequest {
        try await OperatorRequest(
            request, context, as: role, on: scope, parameters: parameters, authenticator, store: store)
    }

    /// Authorizes a request with a preview link that may approve.
    func authorizeLink(_ request: Request, _ context: ServerContext) async throws -> LinkRequest {
        try await LinkRequest(request, context, store: store, clock: clock)
    }

    /// Returns the actor, precondition and idempotency key of a change, for the store.
    ///
    /// - Parameters:
    ///   - body: the content that a retry with the same `Idempotency-Key` must repeat, in addition to method and path.
    ///   - tag: whether the changed resource has an ETag.
    func changeContext(
        _ operation: OperatorRequest, body: JSONValue = .null, tag: TagUse = .none
    ) throws -> ChangeContext {
        let request = operation.request
        let precondition = try request.precondition(isRequired: tag == .own && settings.requiresIfMatch)
        guard precondition == .none || tag != .none else {
            throw PublishingError.malformed("This resource has no ETag. Send the request without If-Match.")
        }
        var idempotency: Idempotency?
        if request.method == .post, let key = request.headers[.idempotencyKey] {
            idempotency = try Idempotency(
                key: key, request: Array("\(request.method) \(request.uri.string)\n".utf8) + body.encoded)
        }
        let bypass = try operation.bypass
        return ChangeContext(
            try bypass == nil ? operation.actor : operation.actor.needing(.admin, on: .everything),
            precondition: precondition, idempotency: idempotency, requestID: operation.context.requestID,
            bypass: bypass)
    }

    enum TagUse {
        /// The changed resource has no ETag.
        case none
        /// The change adds to a resource that has an ETag.
        case parent
        /// The changed resource has an ETag, which the server may require.
        case own
    }

    // MARK: Limits

    /// Responds to a read of a whole page. Limits how many run at once.
    func readingPage(_ make: () async throws -> Response) async throws -> Response {
        let permit = try await pageReads.permit()
        return try await make().holding(permit)
    }

    /// Imports a page. Limits how many run at once.
    func importing(_ make: () async throws -> Response) async throws -> Response {
        let permit = try await imports.permit()
        return try await make().holding(permit)
    }

    // MARK: Responses

    /// The scope of the responses that a change may affect.
    enum Reach {
        case nothing
        case page(String)
        case pages(Set<String>)
        case everything
    }

    /// Refreshes the pages that a change affects, so that every later read has it. Also signals the event streams and
    /// purges the old versions from caches.
    ///
    /// - Parameter live: the live content of the changed page, if it is known.
    func refreshCaches(after reach: Reach, live: DecidedRevision? = nil) async {
        switch reach {
        case .nothing, .pages([]): break
        case .page(let slug): await pages.renew([slug], live: live)
        case .pages(let slugs): await pages.renew(slugs)
        case .everything: await pages.renew()
        }
        feed.signal()
        switch reach {
        case .nothing, .pages([]): break
        case .page(let slug): await purger.purge(CacheTags(changeOf: [slug]))
        case .pages(let slugs): await purger.purge(CacheTags(changeOf: slugs))
        case .everything: await purger.purge(.everything)
        }
    }

    /// Responds to a read.
    func respond(to request: Request, _ data: JSONValue, tag: StateTag? = nil) async -> Response {
        await respond(to: request, encoded: data.encoded, tag: tag)
    }

    /// Responds to a read with encoded data.
    func respond(to request: Request, encoded data: [UInt8], tag: StateTag? = nil) async -> Response {
        await respond(to: request, document: PublishedPage.envelope(data), tag: tag)
    }

    /// Responds to a read with a whole document.
    func respond(to request: Request, document: [UInt8], tag: StateTag? = nil) async -> Response {
        await Representation(document, tag: tag, compression: .fast)
            .response(to: request, caching: [.cacheControl: "private, no-cache"])
    }

    /// Changes a page in one transaction, refreshes it, and responds.
    ///
    /// - Parameters:
    ///   - needs: the content that `decide` will need, as far as it is known.
    ///   - affectsClients: whether the change may affect what clients get.
    ///   - location: the path of the created resource.
    func change(
        _ page: String, _ context: ChangeContext, needs: ContentNeeds = ContentNeeds(), isDryRun: Bool = false,
        affectsClients: Bool = true, status: HTTPResponse.Status = .ok, location: String? = nil,
        _ decide: @escaping @Sendable (inout PageTransaction) throws -> ChangeOutcome
    ) async throws -> Response {
        let outcome = try await store.change(page, context, needs: needs, isDryRun: isDryRun, decide)
        await refreshCaches(after: isDryRun || !affectsClients ? .nothing : .page(page), live: outcome.live)
        return respond(outcome, isDryRun: isDryRun, status: status, location: location)
    }

    /// Responds to a change of something other than a page's content.
    func respond(_ data: JSONObject, tag: StateTag? = nil, status: HTTPResponse.Status = .ok) -> Response {
        respond(ChangeOutcome(data, tag: tag), status: status)
    }

    /// Responds to a change. After a dry run, the response has no validator and no location, because nothing was
    /// stored.
    ///
    /// - Parameter location: the path of the created resource.
    func respond(
        _ outcome: ChangeOutcome, isDryRun: Bool = false, status: HTTPResponse.Status = .ok, location: String? = nil
    ) -> Response {
        let status = isDryRun ? .ok : status
        let members = outcome.json.merging(["code": JSONValue(status.code), "message": ""]) { $1 }
        var response = Response.uncached(JSONValue.object(members).encoded, tag: isDryRun ? nil : outcome.tag)
        response.status = status
        response.headers[.location] = isDryRun ? nil : location
        return response
    }
}

extension HTTPField.Name {
    fileprivate static let idempotencyKey = HTTPField.Name("Idempotency-Key") ?? .eTag
}
