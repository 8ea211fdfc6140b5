/// Where pages are kept. Each method is one transaction: it happens whole or not at all, and what it has
/// answered stays. Every method throws ``PublishingError``.
public protocol PageStore: PageReading, PagePublishing, AccessStore, SessionStore {
    /// Says each time that somebody else, not this store, has changed the pages.
    func outsideChanges() -> AsyncStream<Void>

    /// Throws ``PublishingError/unavailable(_:)`` with the reason if changes cannot be made now.
    func checkReadiness() async throws(PublishingError)

    /// How much there is of everything.
    func figures() async throws(PublishingError) -> StoreMetrics
}
