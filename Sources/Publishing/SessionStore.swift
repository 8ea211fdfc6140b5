/// Operators who sign in, and what is told to those who are.
public protocol SessionStore: Sendable {
    /// The operator of a name who may sign in, with the hash of the password.
    func signInRecord(of name: String) async throws(PublishingError) -> SignInRecord?

    /// Keeps the first operator.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if there is or was one already.
    func setUp(_ first: NewCredential, _ request: RequestInfo) async throws(PublishingError) -> Credential

    /// Whether there is or was any operator.
    func hasOperators() async throws(PublishingError) -> Bool

    /// Changes an operator's role or password; a new password ends the operator's sessions.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if an admin gives themselves another role.
    func change(
        operator id: String, role: Role?, passwordHash: [UInt8]?, _ request: RequestInfo
    ) async throws(PublishingError) -> Credential

    /// Changes the password of somebody who has given the present one, and ends their sessions but one, which goes on.
    ///
    /// - Throws: ``PublishingError/unauthorized(_:)`` if the password or the session is not the present one any more.
    func changePassword(
        of known: SignInRecord, to hash: [UInt8], inSession session: [UInt8], _ request: RequestInfo
    ) async throws(PublishingError) -> Credential

    /// Begins a session of somebody who has given the password, and forgets those that are over.
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

    /// The changes of pages after a line of the audit log, the oldest first, and the number of the last line that was
    /// looked at.
    func events(after id: Int64, limit: Int) async throws(PublishingError) -> (events: [PageEvent], last: Int64)

    /// The number of the last line of the audit log.
    func lastEvent() async throws(PublishingError) -> Int64
}
