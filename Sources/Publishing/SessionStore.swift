/// Operators who sign in, and what is told to those who are.
public protocol SessionStore: Sendable {
    /// The operator of a name who may sign in, with the hash of the password.
    func signInRecord(of name: String) async throws(PublishingError) -> (operator: Credential, hash: [UInt8])?

    /// Keeps the first operator.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if there is or was one already.
    func setUp(_ first: NewCredential, _ request: RequestInfo) async throws(PublishingError) -> Credential

    /// Whether there is or was any operator.
    func hasOperators() async throws(PublishingError) -> Bool

    /// Changes an operator's role or password; a new password ends the operator's sessions.
    ///
    /// - Parameter kept: the hash of a session that goes on.
    func change(
        operator id: String, role: Role?, passwordHash: [UInt8]?, keeping kept: [UInt8]?, _ request: RequestInfo
    ) async throws(PublishingError) -> Credential

    /// Begins a session, and forgets those that are over.
    func beginSession(
        _ hash: [UInt8], of operator: Credential, until end: Instant, idleTimeout: Int, _ request: RequestInfo
    ) async throws(PublishingError)

    /// The session of a hash; it may be over.
    func session(_ hash: [UInt8]) async throws(PublishingError) -> OperatorSession?

    /// Notes that a session is used.
    func recordUse(ofSession hash: [UInt8]) async throws(PublishingError)

    /// Ends one session of an operator, or all.
    func endSessions(of operator: String, only hash: [UInt8]?, _ request: RequestInfo) async throws(PublishingError)

    /// The changes of pages after one, the oldest first.
    func events(after id: Int64, limit: Int) async throws(PublishingError) -> [PageEvent]

    /// The number of the last line of the audit log.
    func lastEvent() async throws(PublishingError) -> Int64
}
