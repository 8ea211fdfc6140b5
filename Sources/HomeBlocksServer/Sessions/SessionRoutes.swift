import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// Signing in and out.
struct SessionRoutes: Sendable {
    let desk: OperatorServices
    let keeper: SessionKeeper

    func register(_ routes: Routes) {
        routes.get("/api/session") { request, context in
            _ = try RequestParameters(request, known: [])
            let data: JSONObject =
                if let live = try await keeper.session(of: request, context) {
                    try await json(live)
                } else {
                    ["operator": .null]
                }
            return .uncached(PublishedPage.envelope(JSONValue.object(data).encoded))
        }
        routes.post("/api/session") { request, context in try await signIn(request, context) }
        routes.delete("/api/session") { request, context in try await signOut(request, context) }
        routes.put("/api/session/password") { request, context in try await changePassword(request, context) }
        routes.post("/api/setup") { request, context in try await setUp(request, context) }
    }

    private func json(_ live: LiveSession) async throws -> JSONObject {
        live.json(lastEvent: try await keeper.store.lastEvent())
    }

    private func signIn(_ request: Request, _ context: ServerContext) async throws -> Response {
        try checkSource(of: request)
        let signIn = try SignIn(json: try await RequestBodyReader.standard.anonymousJSON(of: request, context))
        do {
            let known = try await keeper.check(signIn.name, signIn.password, context)
            return try await begin(for: known, request, context)
        } catch let problem as Problem {
            await desk.authenticator.recordFailedSignIn(signIn.name, problem, request, context)
            throw problem
        }
    }

    /// Nobody is signed in yet whose token could tell: no page of others may sign a browser in.
    private func checkSource(of request: Request) throws {
        guard request.isFromSameSite else { throw Problem.crossSite }
        _ = try RequestParameters(request, known: [])
    }

    private func begin(
        for known: SignInRecord, _ request: Request, _ context: ServerContext
    ) async throws -> Response {
        let live = try await keeper.begin(for: known, requestID: context.requestID)
        var response = await desk.changed(.nothing, try await json(live), status: .created)
        response.headers[.setCookie] = SessionCookie(request, context, desk.settings)
            .setting(live.secret, seconds: desk.settings.sessions.lifetime)
        return response
    }

    private func signOut(_ request: Request, _ context: ServerContext) async throws -> Response {
        let everywhere = try RequestParameters(request, known: ["everywhere"]).flag("everywhere")
        let live = try await desk.authenticator.liveSession(of: request, context)
        try context.permit?.beginChange()
        try await keeper.store.endSessions(
            of: live.session.operator.id, only: everywhere ? nil : live.secret.hash,
            RequestInfo(live.actor, requestID: context.requestID))
        var response = await desk.changed(.nothing, ["operator": .null])
        response.headers[.setCookie] = SessionCookie(request, context, desk.settings).removing
        return response
    }

    private func changePassword(_ request: Request, _ context: ServerContext) async throws -> Response {
        _ = try RequestParameters(request, known: [])
        let live = try await desk.authenticator.liveSession(of: request, context)
        try context.permit?.beginChange()
        let change = try PasswordChange(json: try await RequestBodyReader.standard.json(of: request))
        let name = live.session.operator.name
        let known: SignInRecord
        do { known = try await keeper.check(name, change.current, context) } catch let problem as Problem {
            await desk.authenticator.recordFailedSignIn(name, problem, request, context)
            throw problem.status == .unauthorized ? Problem.wrongPresentPassword : problem
        }
        let changed = try await keeper.store.changePassword(
            of: known, to: try await keeper.hash(change.new), inSession: live.secret.hash,
            RequestInfo(live.actor, requestID: context.requestID))
        return await desk.changed(.nothing, changed.json)
    }

    private func setUp(_ request: Request, _ context: ServerContext) async throws -> Response {
        try checkSource(of: request)
        let setUp = try SetUp(json: try await RequestBodyReader.standard.anonymousJSON(of: request, context))
        guard let link = desk.settings.setUpLink, link.accepts(setUp.secret, at: desk.clock.now) else {
            throw Problem.linkIsOver
        }
        var generator = SystemRandomNumberGenerator()
        let first = NewCredential(
            id: AccessToken(using: &generator).id, plan: setUp.plan, hash: try await keeper.hash(setUp.password))
        let person = try await keeper.store.setUp(first, RequestInfo(.program, requestID: context.requestID))
        link.use()
        return try await begin(for: SignInRecord(operator: person, hash: first.hash), request, context)
    }
}
