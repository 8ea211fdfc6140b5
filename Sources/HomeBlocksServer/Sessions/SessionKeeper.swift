import HTTPTypes
import Hummingbird
import Publishing

/// Signs operators in and out, and knows who is signed in.
struct SessionKeeper: Sendable {
    let store: any PageStore
    let clock: PublishingClock
    let settings: ServerSettings
    private let limit = SignInLimit()
    /// Hashing a password takes much memory and time.
    private let places = PasswordHashingLimiter()

    init(store: any PageStore, clock: PublishingClock, settings: ServerSettings) {
        self.store = store
        self.clock = clock
        self.settings = settings
    }

    /// A session that a request carries, if it goes on.
    func session(of request: Request, _ context: ServerContext) async throws(PublishingError) -> LiveSession? {
        guard let secret = SessionCookie(request, context, settings).secret(of: request) else { return nil }
        guard let session = try await store.session(secret.hash), settings.sessions.allow(session, at: clock.now) else {
            return nil
        }
        return LiveSession(secret: secret, session: session, rules: settings.sessions)
    }

    /// Writes down that a session is used. That it could not be kept is no reason to refuse it.
    func noteUse(of live: LiveSession) async {
        guard settings.sessions.isNoteworthy(live.session, at: clock.now) else { return }
        try? await store.recordUse(ofSession: live.secret.hash)
    }

    /// Whether name and password are those of an operator.
    ///
    /// - Throws: a ``Problem`` that is the same for an unknown name and a wrong password.
    func check(_ name: String, _ password: String, _ context: ServerContext) async throws -> SignInRecord {
        if let seconds = limit.enter(name, context.client, at: clock.now) { throw Problem.tooManySignIns(seconds) }
        let known: SignInRecord?
        let isRight: Bool
        do {
            known = try await store.signInRecord(of: name)
            isRight = try await places.use { [known] in await Password.isRight(password, known?.hash) }
        } catch {
            // Nothing was compared.
            limit.leave(name, context.client)
            throw error
        }
        guard isRight, let known else { throw Problem.wrongPassword }
        limit.succeed(name, context.client)
        return known
    }

    /// The hash of a password that somebody chose.
    func hash(_ password: String) async throws -> [UInt8] {
        try await places.use { try await Password.hash(password) }
    }

    /// Begins a session of somebody who has given the password.
    func begin(for known: SignInRecord, requestID: String) async throws -> LiveSession {
        var generator = SystemRandomNumberGenerator()
        let secret = SessionSecret(using: &generator)
        let now = clock.now
        let end = now.adding(seconds: settings.sessions.lifetime)
        try await store.beginSession(
            secret.hash, of: known, until: end, idleTimeout: settings.sessions.idleTimeout,
            RequestInfo(known.operator.actor, requestID: requestID))
        return LiveSession(
            secret: secret,
            session: OperatorSession(operator: known.operator, createdAt: now, lastUsedAt: now, expiresAt: end),
            rules: settings.sessions)
    }
}
