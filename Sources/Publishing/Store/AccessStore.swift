/// Stores tokens, operators and the audit log.
public protocol AccessStore: Sendable {
    /// The credential of a token if the token is genuine, even if it is expired or revoked.
    func credential(for token: AccessToken) async throws(PublishingError) -> Credential?

    /// Records that a token was used.
    func recordUse(of token: String) async throws(PublishingError)

    /// All tokens or operators, oldest first.
    func credentials(_ kind: Credential.Kind) async throws(PublishingError) -> [Credential]

    /// Stores a new token or operator.
    func create(_ credential: NewCredential, _ context: ChangeContext) async throws(PublishingError) -> ChangeOutcome

    /// Revokes a token or an operator.
    func revoke(
        _ kind: Credential.Kind, _ id: String, _ context: ChangeContext
    ) async throws(PublishingError) -> Credential

    /// The operator with an id, unless deleted.
    func activeOperator(_ id: String) async throws(PublishingError) -> Credential?

    /// All groups of operators, by name.
    func groups() async throws(PublishingError) -> [OperatorGroup]

    func createGroup(_ plan: GroupPlan, _ context: ChangeContext) async throws(PublishingError) -> ChangeOutcome

    /// Changes a group, and with it the rights of its members.
    func changeGroup(
        _ id: String, _ change: GroupChange, _ context: ChangeContext
    ) async throws(PublishingError) -> OperatorGroup

    /// Deletes a group. Its members stay operators.
    func deleteGroup(_ id: String, _ context: ChangeContext) async throws(PublishingError) -> OperatorGroup

    /// Whether anyone can sign in at all.
    func hasCredentials() async throws(PublishingError) -> Bool

    /// Records in the audit log that a credential was rejected.
    func recordRefusal(_ refusal: AccessRefusal) async throws(PublishingError)

    /// The audit log, newest first.
    func audit(_ filter: AuditFilter, _ range: ListRange) async throws(PublishingError) -> ListPage<AuditRecord>
}

/// Stores operators, their sessions, and the events that signed-in operators receive.
public protocol SessionStore: Sendable {
    /// The operator with a name who may sign in, with the password's hash.
    func signInRecord(of name: String) async throws(PublishingError) -> SignInRecord?

    /// Creates the first operator.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if there is or was one already.
    func setUp(_ first: NewCredential, _ context: ChangeContext) async throws(PublishingError) -> Credential

    /// Whether there is or ever was an operator.
    func hasOperators() async throws(PublishingError) -> Bool

    /// The id of the first operator ever; nil if there was none. It is the same for the database's whole lifetime.
    func firstOperator() async throws(PublishingError) -> String?

    /// Changes an operator's rights or password; a new password ends the operator's sessions.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` if admins take the role admin from themselves.
    func change(
        operator id: String, _ change: OperatorChange, passwordHash: [UInt8]?, _ context: ChangeContext
    ) async throws(PublishingError) -> Credential

    /// Changes the password of an operator who has given the current one, and ends all their sessions except one.
    ///
    /// - Throws: ``PublishingError/unauthorized(_:)`` if the password or the session is no longer current.
    func changePassword(
        of known: SignInRecord, to hash: [UInt8], inSession session: [UInt8], _ context: ChangeContext
    ) async throws(PublishingError) -> Credential

    /// Begins a session of an operator who has given the password, and deletes expired sessions.
    ///
    /// - Throws: ``PublishingError/unauthorized(_:)`` if the password is no longer current.
    func beginSession(
        _ hash: [UInt8], of known: SignInRecord, until end: Instant, idleTimeout: Int, _ context: ChangeContext
    ) async throws(PublishingError)

    /// The session with a hash, even if it is over.
    func session(_ hash: [UInt8]) async throws(PublishingError) -> OperatorSession?

    /// Records that a session was used.
    func recordUse(ofSession hash: [UInt8]) async throws(PublishingError)

    /// Ends one session of an operator, or all of them.
    func endSessions(of operator: String, only hash: [UInt8]?, _ context: ChangeContext) async throws(PublishingError)

    /// The page changes after a line of the audit log, oldest first, and the id of the last one, or the given id if
    /// there are none.
    func events(after id: Int64, limit: Int) async throws(PublishingError) -> (events: [PageEvent], last: Int64)

    /// The id of the last page change in the audit log; 0 if there is none.
    func lastEvent() async throws(PublishingError) -> Int64
}
