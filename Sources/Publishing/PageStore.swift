/// Where pages are kept. Each method is one transaction: it happens whole or not at all, and what it has
/// answered stays. Every method throws ``PublishingError``.
public protocol PageStore: Sendable {
    // MARK: Reading

    /// All pages, by slug.
    func pages() async throws(PublishingError) -> [PageSummary]

    /// The revision of a page that is live at an instant.
    func live(_ page: String, at now: Instant) async throws(PublishingError) -> LiveRevision

    /// Versions of blocks. They never change, so that callers may keep them.
    func blocks(_ ids: Set<BlockVersionID>) async throws(PublishingError) -> [BlockVersionID: BlockResource]

    // MARK: Changing

    /// Changes the live order, if the precondition holds when the transaction runs.
    func reorder(_ reorder: Reorder) async throws(PublishingError) -> OrderOutcome

    /// Makes a document the next live revision of a page, which is created if there is none.
    func importPage(_ request: PageImport) async throws(PublishingError) -> LiveRevision

    /// Gives a store that has no page at all its first ones, all or none.
    func addStarterPages(_ pages: [(slug: String, document: PageDocument)]) async throws(PublishingError)

    // MARK: Access

    /// The credential of a token, if the token is genuine; it may be expired or revoked.
    func credential(for token: AccessToken) async throws(PublishingError) -> Credential?

    /// All tokens, the oldest first.
    func tokens() async throws(PublishingError) -> [Credential]

    /// Keeps a new token's hash.
    func create(_ token: AccessToken, name: String, role: Role, expiresAt: Instant?, by actor: Actor)
        async throws(PublishingError) -> Credential

    /// Makes a token useless.
    func revokeToken(_ id: String, by actor: Actor) async throws(PublishingError)

    /// Whether anybody can sign in at all.
    func hasCredentials() async throws(PublishingError) -> Bool

    /// Writes into the audit log that a credential was refused.
    func recordRefusal(_ refusal: AccessRefusal) async throws(PublishingError)

    // MARK: Running

    /// Says each time that somebody else, not this store, has changed the pages.
    func outsideChanges() -> AsyncStream<Void>

    /// Throws ``PublishingError/unavailable(_:)`` with the reason if changes cannot be made now.
    func checkReadiness() async throws(PublishingError)
}
