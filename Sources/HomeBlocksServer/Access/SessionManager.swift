import HTTPTypes
import Hummingbird
import Publishing

/// Sessions of operators: checks passwords, begins sessions and finds them again.
struct SessionManager: Sendable {
    let store: any PageStore
    let clock: PublishingClock
    let settings: ServerSettings
    private let limit = SignInLimit()
    private let hashing = PasswordHashingLimiter()

    init(store: any PageStore, clock: PublishingClock, settings: ServerSettings) {
        self.store = store
        self.clock = clock
        self.settings = settings
    }

    /// The session of a request's cookie; nil if there is none or it has expired.
    func session(of request: Request, _ context: ServerContext) async throws(PublishingError) -> LiveSession? {
        guard let secret = SessionCookie(request, context, settings).secret(of: request) else { return nil }
        guard let session = try await store.session(secret.hash), settings.sessions.allow(session, at: clock.now) else {
            return nil
        }
        return LiveSession(secret: secret, session: session, rules: settings.sessions)
    }

    /// Stores that a session is used. A failure to store it does not matter.
    func noteUse(of live: LiveSession) async {
        guard settings.sessions.isNoteworthy(live.session, at: clock.now) else { return }
        try? await store.recordUse(ofSession: live.secret.hash)
    }

    /// Checks name and password of an operator.
    ///
    /// - Throws: the same ``ProblemDetails`` for an unknown name and a wrong password.
    func check(_ name: String, _ password: String, _ context: ServerContext) async throws -> SignInRecord {
        if let seconds = try await limit.enter(name, context.client, store.shared, at: clock.now) {
            throw ProblemDetails.tooManySignIns(seconds)
        }
        let known: SignInRecord?
        let isRight: Bool
        do {
            known = try await store.signInRecord(of: name)
            isRight = try await hashing.use { [known] in await Password.isRight(password, known?.hash) }
        } catch {
            // The password was not compared: the attempt does not count.
            await limit.leave(name, context.client, store.shared)
            throw error
        }
        guard isRight, let known else { throw ProblemDetails.wrongPassword }
        await limit.succeed(name, context.client, store.shared)
        return known
    }

    /// The hash of a new password.
    func hash(_ password: String) async throws -> [UInt8] {
        try await hashing.use { try await Password.hash(password) }
    }

    /// Begins a session of an operator whose password was checked.
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
