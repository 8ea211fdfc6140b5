import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// What all routes for operators share: who asks, under which conditions, and how they are answered.
struct OperatorServices: Sendable {
    let store: any PageStore
    let catalog: BlockTypeCatalog
    let pages: PublishedPages
    let authenticator: Authenticator
    let settings: ServerSettings
    let clock: PublishingClock
    let feed: ChangeFeed
    /// Reads of whole pages, and imports: each may need some ten times the page's size in memory.
    private let pageReads = ConcurrencyLimit(4)
    private let imports = ConcurrencyLimit(2)

    init(
        store: any PageStore, catalog: BlockTypeCatalog, pages: PublishedPages, authenticator: Authenticator,
        settings: ServerSettings, clock: PublishingClock, feed: ChangeFeed
    ) {
        self.store = store
        self.catalog = catalog
        self.pages = pages
        self.authenticator = authenticator
        self.settings = settings
        self.clock = clock
        self.feed = feed
    }

    /// Makes the response to a read of a whole page. Few are made and sent at once.
    func readingPage(_ make: () async throws -> Response) async throws -> Response {
        let permit = try await pageReads.permit()
        return try await make().holding(permit)
    }

    /// Imports a page. Few are read and made at once.
    func importing(_ make: () async throws -> Response) async throws -> Response {
        let permit = try await imports.permit()
        return try await make().holding(permit)
    }

    /// Makes sure that somebody may read, and answers the parameters that they give.
    @discardableResult
    func admit(
        _ request: Request, _ context: ServerContext, as role: Role = .viewer, parameters: Set<String> = []
    ) async throws -> RequestParameters {
        _ = try await authenticator.actor(of: request, needs: role, context: context)
        return try RequestParameters(request, known: parameters)
    }

    /// Who may change something, and the parameters that they give.
    func actor(
        _ request: Request, _ context: ServerContext, as role: Role, parameters: Set<String> = []
    ) async throws -> (Actor, RequestParameters) {
        let actor = try await authenticator.actor(of: request, needs: role, context: context)
        return (actor, try RequestParameters(request, known: parameters))
    }

    /// Who changes something, and under which conditions.
    ///
    /// - Parameters:
    ///   - body: what makes the request the one it is, besides its path.
    ///   - tag: whether what is changed has an ETag.
    func info(
        _ request: Request, _ context: ServerContext, by actor: Actor, body: JSONValue = .null, tag: TagUse = .none
    ) throws -> RequestInfo {
        let precondition = try request.precondition(isRequired: tag == .own && settings.requiresIfMatch)
        guard precondition == .none || tag != .none else {
            throw PublishingError.malformed("What this changes has no ETag. Send the request without If-Match.")
        }
        var idempotency: Idempotency?
        if request.method == .post, let key = request.headers[.idempotencyKey] {
            idempotency = try Idempotency(
                key: key, request: Array("\(request.method) \(request.uri.string)\n".utf8) + body.encoded)
        }
        return RequestInfo(
            actor, precondition: precondition, idempotency: idempotency, requestID: context.requestID)
    }

    enum TagUse {
        /// What is changed has no ETag.
        case none
        /// Something is added to a thing that has one.
        case parent
        /// What is changed has one, which a server may insist on.
        case own
    }

    /// An answer to a read.
    func answer(_ request: Request, _ data: JSONValue, tag: StateTag? = nil) async -> Response {
        await answer(request, encoded: data.encoded, tag: tag)
    }

    func answer(_ request: Request, encoded data: [UInt8], tag: StateTag? = nil) async -> Response {
        await Representation(
            PublishedPage.envelope(data), tag: tag, compression: .fast
        ).response(to: request, cacheControl: "private, no-cache")
    }

    /// What clients may see otherwise after a change.
    enum Reach {
        case nothing
        case page(String)
        case everything
    }

    /// An answer to a change, after which every read shows it.
    func changed(
        _ reach: Reach, _ data: JSONObject, carried: [PropagatedChange] = [], status: HTTPResponse.Status = .ok,
        tag: StateTag? = nil, location: String? = nil
    ) async -> Response {
        switch reach {
        case .nothing: break
        case .page(let slug): await pages.renew(slug)
        case .everything: await pages.renew()
        }
        feed.signal()
        var members: JSONObject = ["code": JSONValue(status.code), "data": .object(data), "message": ""]
        if !carried.isEmpty { members["carried"] = .array(carried.map(\.json)) }
        var response = Response.uncached(JSONValue.object(members).encoded, tag: tag)
        response.status = status
        response.headers[.location] = location
        return response
    }

    /// The part of a list that a request asks for.
    func range(_ parameters: RequestParameters, numbers: Int = 1) throws -> ListRange {
        let limit = try parameters.int("limit", in: ListRange.limits)
        return try ListRange(limit: limit ?? 20, cursor: parameters["cursor"], count: numbers)
    }
}
