import HTTPTypes
import HomeBlocks
import Hummingbird
public import Publishing
import Synchronization

/// The API for signing in and out, changing the password, and creating the first operator.
struct SessionRoutes: Sendable {
    let services: OperatorServices

    private var sessions: SessionManager { services.authenticator.sessions }

    func register(_ routes: Routes) {
        routes.get("/api/session") { request, context in try await current(request, context) }
        routes.post("/api/session") { request, context in try await signIn(request, context) }
        routes.delete("/api/session") { request, context in try await signOut(request, context) }
        routes.put("/api/session/password") { request, context in try await changePassword(request, context) }
        routes.post("/api/setup") { request, context in try await setUp(request, context) }
    }

    private func current(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try RequestParameters(request, known: [])
        let data: JSONObject =
            if let session = try await sessions.session(of: request, context) {
                try await json(session)
            } else {
                ["operator": .null]
            }
        return .uncached(PublishedPage.envelope(JSONValue.object(data).encoded))
    }

    private func signIn(_ request: Request, _ context: ServerContext) async throws -> Response {
        try checkSource(of: request)
        let signIn = try SignIn(json: try await RequestBodyReader.standard.anonymousJSON(of: request, context))
        do {
            let known = try await sessions.check(signIn.name, signIn.password, context)
            return try await begin(for: known, request, context)
        } catch let problem as ProblemDetails {
            await services.authenticator.recordFailedSignIn(signIn.name, problem, request, context)
            throw problem
        }
    }

    private func signOut(_ request: Request, _ context: ServerContext) async throws -> Response {
        let everywhere = try RequestParameters(request, known: ["everywhere"]).flag("everywhere")
        let session = try await services.authenticator.liveSession(of: request, context)
        try context.permit?.beginChange()

        try await sessions.store.endSessions(
            of: session.session.operator.id, only: everywhere ? nil : session.secret.hash,
            ChangeContext(session.actor, requestID: context.requestID))
        // The browser may also have sessions of this database from other ports. Signing out ends all of them.
        let others = try await sessions.sessions(of: request, context)
        for other in others {
            try await sessions.store.endSessions(
                of: other.session.operator.id, only: other.secret.hash,
                ChangeContext(other.actor, requestID: context.requestID))
        }

        await services.refreshCaches(after: .nothing)
        var response = services.respond(["operator": .null])
        for cookie in [session.cookie] + others.map(\.cookie) {
            response.headers.append(HTTPField(name: .setCookie, value: cookie.removing))
        }
        return response
    }

    private func changePassword(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try RequestParameters(request, known: [])
        let session = try await services.authenticator.liveSession(of: request, context)
        try context.permit?.beginChange()
        let change = try PasswordChange(json: try await RequestBodyReader.standard.json(of: request))
        let name = session.session.operator.name
        let known: SignInRecord
        do { known = try await sessions.check(name, change.current, context) } catch let problem as ProblemDetails {
            await services.authenticator.recordFailedSignIn(name, problem, request, context)
            throw problem.status == .unauthorized ? ProblemDetails.wrongCurrentPassword : problem
        }

        let changed = try await sessions.store.changePassword(
            of: known, to: try await sessions.hash(change.new), inSession: session.secret.hash,
            ChangeContext(session.actor, requestID: context.requestID))

        await services.refreshCaches(after: .nothing)
        return services.respond(changed.json)
    }

    private func setUp(_ request: Request, _ context: ServerContext) async throws -> Response {
        try checkSource(of: request)
        let setUp = try SetUp(json: try await RequestBodyReader.standard.anonymousJSON(of: request, context))
        guard try await isValidLink(setUp.secret) else { throw ProblemDetails.invalidLink }
        var generator = SystemRandomNumberGenerator()
        let first = NewCredential(
            id: AccessToken(using: &generator).id, plan: setUp.plan, hash: try await sessions.hash(setUp.password))

        let person = try await sessions.store.setUp(first, ChangeContext(.program, requestID: context.requestID))

        services.settings.setUpLink?.use()
        // A failure does not matter: the store never creates a second first operator.
        try? await sessions.store.shared?.withdrawSetUp()
        return try await begin(for: SignInRecord(operator: person, hash: first.hash), request, context)
    }

    /// Whether a secret belongs to the current set-up link: this process's, or in a cluster the last one of all nodes.
    private func isValidLink(_ secret: String) async throws -> Bool {
        if let shared = sessions.store.shared { return try await shared.acceptsSetUp(AccessToken.hash(secret)) }
        return services.settings.setUpLink?.accepts(secret, at: services.clock.now) ?? false
    }

    /// Refuses sign-ins from pages of other sites. There is no session yet, and therefore no CSRF token.
    private func checkSource(of request: Request) throws {
        guard request.isFromSameSite else { throw ProblemDetails.crossSite }
        _ = try RequestParameters(request, known: [])
    }

    private func begin(
        for known: SignInRecord, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let session = try await sessions.begin(for: known, request, context)
        let data = try await json(session)
        await services.refreshCaches(after: .nothing)
        var response = services.respond(data, status: .created)
        response.headers[.setCookie] = session.cookie.setting(
            session.secret, seconds: services.settings.sessions.lifetime)
        return response
    }

    private func json(_ session: LiveSession) async throws -> JSONObject {
        session.json(lastEvent: try await sessions.store.lastEvent(), timeZone: services.settings.timeZone)
    }
}

/// The link that is printed at startup if there are no operators. It creates the first operator, once, within a day. A
/// single node keeps it only in memory. In a cluster the database has its hash: the link of the last start is valid on
/// every node.
public final class SetUpLink: Sendable {
    private let secret: [UInt8]
    private let end: Instant
    private let isUsed = Mutex(false)

    public static let hours = 24

    public init(_ secret: SessionSecret, at now: Instant) {
        self.secret = secret.hash
        end = now.adding(seconds: Self.hours * 3600)
    }

    /// Makes this link the valid one for all nodes.
    public func offer(_ shared: (any SharedStore)?) async throws(PublishingError) {
        try await shared?.offerSetUp(secret, seconds: Self.hours * 3600)
    }

    /// Whether a secret matches the link, which must be unused and not expired.
    func accepts(_ text: String, at now: Instant) -> Bool {
        AccessToken.isEqual(AccessToken.hash(text), secret) && now < end && !isUsed.withLock { $0 }
    }

    func use() { isUsed.withLock { $0 = true } }
}
