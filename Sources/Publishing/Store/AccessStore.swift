/// Stores tokens, operators and the audit log.
public protocol AccessStore: Sendable {
    /// The credential of a token, if the token is genuine; it may be expired or revoked.
    func credential(for token: AccessToken) async throws(PublishingError) -> Credential?

    /// Notes that a token was used.
    func recordUse(of token: String) async throws(PublishingError)

    /// All tokens or operators, the oldest first.
    func credentials(_ kind: Credential.Kind) async throws(PublishingError) -> [Credential]

    /// Keeps a new token or operator.
    func create(_ credential: NewCredential, _ request: RequestInfo) async throws(PublishingError) -> ChangeOutcome

    /// Makes a token or an operator useless.
    func revoke(
        _ kind: Credential.Kind, _ id: String, _ request: RequestInfo
    ) async throws(PublishingError) -> Credential

    /// Whether anybody can sign in at all.
    func hasCredentials() async throws(PublishingError) -> Bool

    /// Writes into the audit log that a credential was refused.
    func recordRefusal(_ refusal: AccessRefusal) async throws(PublishingError)

    /// The audit log, newest first.
    func audit(_ filter: AuditFilter, _ range: ListRange) async throws(PublishingError) -> ListPage<AuditRecord>
}

/// Stores operators, their sessions, and the events that signed-in operators receive.
public protocol SessionStore: Sendable {
    /// The operator of a name who may sign in, with the hash of the password.
    func signInRecord(of name: String) async throws(PublishingError) -> SignInRecord?

    /// Keeps the first operator.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if there is or was one already.
    func setUp(_ first: NewCredential, _ request: RequestInfo) async throws(PublishingError) -> Credential

    /// Whether there is or was any operator.
    func hasOperators() async throws(PublishingError) -> Bool

    /// The id of the first operator that there was; nil if there was none. It stays the same as long as the database does.
    func firstOperator() async throws(PublishingError) -> String?

    /// Changes an operator's role or password; a new password ends the operator's sessions.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if an admin gives themselves another role.
    func change(
        operator id: String, role: Role?, passwordHash: [UInt8]?, _ request: RequestInfo
    ) async throws(PublishingError) -> Credential

    /// Changes the password of someone who has given the present one, and ends their sessions but one, which goes on.
    ///
    /// - Throws: ``PublishingError/unauthorized(_:)`` if the password or the session is not the present one any more.
    func changePassword(
        of known: SignInRecord, to hash: [UInt8], inSession session: [UInt8], _ request: RequestInfo
    ) async throws(PublishingError) -> Credential

    /// Begins a session of someone who has given the password, and forgets those that are over.
    ///
    /// - Throws: ``PublishingError/unauthorized(_:)`` if it is not the present password any more.
    func beginSession(
        _ hash: [UInt8], of known: SignInRecord, until end: Instant, idleTimeout: Int, _ request: RequestInfo
    ) async throws(PublishingError)

    /// The session of a hash; it may be over.
    func session(_ hash: [UInt8]) async throws(PublishingError) -> OperatorSession?

    /// Notes that a session is used.
    func recordUse(ofSession hash: [UInt8]) async throws(PublishingError)

    /// Ends one session of an operator, or all.
    func endSessions(of operator: String, only hash: [UInt8]?, _ request: RequestInfo) async throws(PublishingError)

    /// The changes of pages after a line of the audit log, the oldest first, and the number of the last of them, or else
    /// the one that was given.
    func events(after id: Int64, limit: Int) async throws(PublishingError) -> (events: [PageEvent], last: Int64)

    /// The number of the last change of a page in the audit log; 0 if there is none.
    func lastEvent() async throws(PublishingError) -> Int64
}
