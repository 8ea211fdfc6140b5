import HTTPTypes
import Hummingbird
import Publishing
import Synchronization

/// Checks operators' passwords, starts their sessions and looks them up.
struct SessionManager: Sendable {
    let store: any PageStore
    let clock: PublishingClock
    let settings: ServerSettings
    private let limit = SignInLimit()
    private let hashing = PasswordHashingLimiter()
    /// An identifier of the database, cached after the first read: the id of its first operator, which is random and
    /// never changes.
    private let database = DatabaseName()

    init(store: any PageStore, clock: PublishingClock, settings: ServerSettings) {
        self.store = store
        self.clock = clock
        self.settings = settings
    }

    /// Returns the session of a request's cookies; nil if it is missing or has expired.
    func session(of request: Request, _ context: ServerContext) async throws(PublishingError) -> LiveSession? {
        try await sessions(of: request, context, maximum: 1).first
    }

    /// Returns all sessions of a request's cookies, with the server's own first.
    func sessions(
        of request: Request, _ context: ServerContext, maximum: Int = .max
    ) async throws(PublishingError) -> [LiveSession] {
        let cookies = SessionCookie.all(in: request, isSecure: isSecure(request, context))
        if cookies.isEmpty { return [] }
        let own = try await cookie(request, context)
        var found: [LiveSession] = []
        for (cookie, secret) in SessionCookie.looked(at: cookies, own: own) where found.count < maximum {
            guard let session = try await store.session(secret.hash), settings.sessions.allow(session, at: clock.now)
            else { continue }
            found.append(LiveSession(secret: secret, session: session, rules: settings.sessions, cookie: cookie))
        }
        return found
    }

    /// Whether a request has a session cookie, valid or not.
    func hasCookie(_ request: Request, _ context: ServerContext) -> Bool {
        !SessionCookie.all(in: request, isSecure: isSecure(request, context)).isEmpty
    }

    /// Returns the cookie that this server sets.
    private func cookie(_ request: Request, _ context: ServerContext) async throws(PublishingError) -> SessionCookie {
        let database: String
        if let known = self.database.value {
            database = known
        } else {
            database = try await store.firstOperator() ?? ""
            if !database.isEmpty { self.database.value = database }
        }
        return SessionCookie(of: database, request, isSecure: isSecure(request, context))
    }

    /// Whether the browser's connection uses TLS, to this server or to a trusted proxy.
    func isSecure(_ request: Request, _ context: ServerContext) -> Bool {
        settings.security != nil || settings.trustedProxies.forwardSecurely(request.headers, peer: context.peer)
    }

    /// Records that a session is used. Failures are ignored.
    func noteUse(of live: LiveSession) async {
        guard settings.sessions.shouldRecordUse(live.session, at: clock.now) else { return }
        try? await store.recordUse(ofSession: live.secret.hash)
    }

    /// Checks an operator's name and password.
    ///
    /// - Throws: the same ``ProblemDetails`` for an unknown name and a wrong password.
    func check(_ name: String, _ password: String, _ context: ServerContext) async throws -> SignInRecord {
        // Different spellings of a name count as one.
        let (key, client, now) = (OperatorName.key(name), context.client, clock.now)
        let seconds = try await limit.enter(key, client, store.shared, at: now)
        if let seconds, try await limit.enter(key, client, beyond: true, store.shared, at: now) != nil {
            throw ProblemDetails.tooManySignIns(seconds)
        }
        let isBeyond = seconds != nil
        let known: SignInRecord?
        let isRight: Bool
        do {
            known = try await store.signInRecord(of: name)
            isRight = try await hashing.use { [known] in await Password.isRight(password, known?.hash) }
        } catch {
            // The password was not compared, so the attempt does not count.
            await limit.leave(key, client, beyond: isBeyond, store.shared)
            throw error
        }
        guard isRight, let known else {
            throw seconds.map(ProblemDetails.tooManySignIns) ?? .wrongPassword
        }
        await limit.succeed(key, client, beyond: isBeyond, store.shared)
        return known
    }

    /// Hashes a new password.
    func hash(_ password: String) async throws -> [UInt8] {
        try await hashing.use { try await Password.hash(password) }
    }

    /// Starts a session for an operator whose password was verified.
    func begin(
        for known: SignInRecord, _ request: Request, _ context: ServerContext
    ) async throws -> LiveSession {
        var generator = SystemRandomNumberGenerator()
        let secret = SessionSecret(using: &generator)
        let now = clock.now
        let end = now.adding(seconds: settings.sessions.lifetime)
        try await store.beginSession(
            secret.hash, of: known, until: end, idleTimeout: settings.sessions.idleTimeout,
            ChangeContext(known.operator.actor, requestID: context.requestID))
        return LiveSession(
            secret: secret,
            session: OperatorSession(operator: known.operator, createdAt: now, lastUsedAt: now, expiresAt: end),
            rules: settings.sessions, cookie: try await cookie(request, context))
    }
}

/// The name of the database, which copies of the manager share.
private final class DatabaseName: Sendable {
    private let name = Mutex<String?>(nil)

    var value: String? {
        get { name.withLock { $0 } }
        set { name.withLock { $0 = newValue } }
    }
}
