import HTTPTypes
import Hummingbird
import Logging
import Publishing

/// Authenticates requests by token or session, and checks the role.
struct Authenticator: Sendable {
    private let store: any PageStore
    let clock: PublishingClock
    let adminTokenHash: [UInt8]?
    let sessions: SessionManager
    private let limit = RefusalLimit()

    init(store: any PageStore, clock: PublishingClock, settings: ServerSettings) {
        self.store = store
        self.clock = clock
        adminTokenHash = settings.adminTokenHash
        sessions = SessionManager(store: store, clock: clock, settings: settings)
    }

    /// Returns the authenticated actor if the credential is valid and its role is sufficient.
    ///
    /// - Throws: ``PublishingError/unauthorized(_:)`` without a credential; ``PublishingError/refused(_:)`` if the
    ///   credential does not allow the request.
    func actor(
        of request: Request, needs role: Role, on scope: Scope, context: ServerContext
    ) async throws -> Actor {
        let actor = try await authenticated(request, needs: role, on: scope, context)
        if request.method != .get, request.method != .head { try context.permit?.beginChange() }
        return actor
    }

    private func authenticated(
        _ request: Request, needs role: Role, on scope: Scope, _ context: ServerContext
    ) async throws -> Actor {
        guard let header = request.headers[.authorization] else {
            return try await operatorActor(of: request, needs: role, on: scope, context)
        }
        switch try await check(header) {
        case .environment(let actor): return try await checkedActor(actor, request, needs: role, on: scope)
        case .token(let actor):
            let actor = try await checkedActor(actor, request, needs: role, on: scope)
            return actor.authorized(by: Authorization(.token, needs: role, on: scope))
        case .bad(let credential, let reason):
            throw PublishingError.refused(AuthorizationFailure(.token(reason: reason), of: credential?.actor))
        }
    }

    /// Returns the operator of the request's session cookie.
    private func operatorActor(
        of request: Request, needs role: Role, on scope: Scope, _ context: ServerContext
    ) async throws -> Actor {
        guard sessions.hasCookie(request, context) else {
            throw PublishingError.unauthorized("Authentication required. Send a token as Authorization: Bearer TOKEN.")
        }
        let live = try await liveSession(of: request, context)
        let actor = try await checkedActor(live.actor, request, needs: role, on: scope)
        await sessions.noteUse(of: live)
        return actor.authorized(by: Authorization(live.proof, needs: role, on: scope))
    }

    /// Checks the rights of an actor, or those of the operator as whom an admin reads.
    private func checkedActor(
        _ actor: Actor, _ request: Request, needs role: Role, on scope: Scope
    ) async throws -> Actor {
        let actor = try await reader(actor, request)
        try actor.checkRights(role, on: scope)
        return actor
    }

    /// Refuses a change as someone else.
    private static func checkViewAs(_ request: Request) throws(ProblemDetails) {
        guard request.headers[.viewAs] == nil || request.method == .get || request.method == .head else {
            throw .viewingAs
        }
    }

    /// Returns the actor with the rights of the operator as whom they read, if the request names one.
    private func reader(_ actor: Actor, _ request: Request) async throws -> Actor {
        guard let id = request.headers[.viewAs] else { return actor }
        try actor.checkRights(.admin, on: .everything)
        try Self.checkViewAs(request)
        guard let person = try await store.activeOperator(id) else { throw ProblemDetails.unknownReader }
        return Actor(
            credential: actor.credential, name: actor.name, person: actor.person, rights: person.effectiveRights)
    }

    /// Returns the session of a request from the console.
    ///
    /// - Throws: ``ProblemDetails/signedOut`` without a session; ``ProblemDetails/crossSite`` for a change without a
    ///   valid CSRF token.
    func liveSession(of request: Request, _ context: ServerContext) async throws -> LiveSession {
        guard let live = try await sessions.session(of: request, context) else { throw ProblemDetails.signedOut }
        try Self.checkViewAs(request)
        do throws(ProblemDetails) { try live.checkOrigin(of: request) } catch {
            await record("the request has no CSRF token", of: live.actor, request, context)
            throw error
        }
        return live
    }

    /// Returns the current rights of the client of a long-lived response: none if its credential has become invalid.
    ///
    /// - Throws: an error if the store is unavailable now.
    func currentRights(of request: Request, _ context: ServerContext) async throws -> Rights {
        do {
            guard let header = request.headers[.authorization] else {
                guard let session = try await sessions.session(of: request, context) else { return Rights(.nothing) }
                return try await reader(session.actor, request).rights
            }
            switch try await check(header) {
            case .environment(let actor), .token(let actor): return try await reader(actor, request).rights
            case .bad: return Rights(.nothing)
            }
        } catch PublishingError.refused, PublishingError.malformed {
            return Rights(.nothing)
        }
    }

    /// Logs a failed sign-in, also in the audit log. The name is not logged, because it may be a password that was
    /// typed into the wrong field.
    func recordFailedSignIn(
        _ name: String, _ problem: ProblemDetails, _ request: Request, _ context: ServerContext
    ) async {
        guard problem.status == .unauthorized || problem.status == .tooManyRequests else { return }
        let person = (try? await store.signInRecord(of: name))?.operator
        await record(problem.kind, of: person?.actor, request, context)
    }

    /// Logs a refused request, also in the audit log.
    func record(_ failure: AuthorizationFailure, _ request: Request, _ context: ServerContext) async {
        await record(failure.reason, of: failure.actor, request, context)
    }

    private enum Verdict {
        case environment(Actor)
        case token(Actor)
        case bad(credential: Credential?, reason: String)
    }

    private func check(_ header: String) async throws -> Verdict {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            return .bad(credential: nil, reason: "it must be sent as Bearer TOKEN")
        }
        let text = String(parts[1])
        if let adminTokenHash, AccessToken.isEqual(AccessToken.hash(text), adminTokenHash) {
            return .environment(Actor(credential: "environment", name: "environment", role: .admin))
        }
        guard let token = AccessToken(parsing: text), let credential = try await store.credential(for: token) else {
            return .bad(credential: nil, reason: "it is unknown")
        }
        if let reason = credential.refusal(at: clock.now) { return .bad(credential: credential, reason: reason) }
        await noteUse(of: credential)
        return .token(credential.actor)
    }

    /// Records when a token was last used, at most once a minute. Failures are ignored.
    private func noteUse(of credential: Credential) async {
        if let last = credential.lastUsedAt, clock.now < last.adding(seconds: 60) { return }
        try? await store.recordUse(of: credential.id)
    }

    /// Logs a refusal. A failure to write the audit log does not change the response.
    private func record(_ reason: String, of actor: Actor?, _ request: Request, _ context: ServerContext) async {
        let path = context.endpointPath ?? request.uri.path
        context.logger.info("credential refused", metadata: ["reason": "\(reason)", "route": "\(path)"])
        guard await limit.allows(actor?.credential, store.shared, at: clock.now) else { return }
        do {
            try await store.recordRefusal(
                AccessRefusal(
                    credential: actor?.credential, name: actor?.name, action: "\(request.method) \(path)",
                    reason: reason,
                    requestID: context.requestID))
        } catch {
            context.logger.error("refusal not recorded", metadata: ["reason": "\(error)"])
        }
    }
}

/// Limits the refusals in the audit log, for each credential and for all unknown credentials together. Otherwise anyone
/// could fill the disk. The server log has all of them.
final class RefusalLimit: Sendable {
    private let local = MinuteLimit()

    /// Counts a refusal on this node and, in a cluster, across all nodes. Returns false over a limit.
    func allows(_ credential: String?, _ shared: (any SharedStore)?, at now: Instant) async -> Bool {
        // If this node alone is over the limit, the shared count does not matter.
        guard local.allows(credential, at: now) else { return false }
        let key = AttemptKey(
            "refusal", [credential.map { Array($0.utf8) }], limit: MinuteLimit.maximum, seconds: 60)
        // If the database is unavailable, its audit log cannot be written either.
        return (try? await shared?.countAttempt([key])) ?? nil == nil
    }
}

extension HTTPField.Name {
    /// The id of the operator as whom an admin reads.
    fileprivate static let viewAs = HTTPField.Name("HomeBlocks-View-As") ?? .cookie
}
