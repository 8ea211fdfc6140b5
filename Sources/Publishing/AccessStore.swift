/// Who may do things, and what they did.
public protocol AccessStore: Sendable {
    /// The credential of a token, if the token is genuine; it may be expired or revoked.
    func credential(for token: AccessToken) async throws(PublishingError) -> Credential?

    /// Notes that a token was used.
    func recordUse(of token: String) async throws(PublishingError)

    /// All tokens or operators, the oldest first.
    func credentials(_ kind: Credential.Kind) async throws(PublishingError) -> [Credential]

    /// Keeps a new token or operator.
    func create(_ credential: NewCredential, _ request: RequestInfo) async throws(PublishingError) -> Credential

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
