extension PageDocument {
    /// The page that is live at an instant, whole.
    public static func live(
        of slug: String, in store: any PageStore, at now: Instant
    ) async throws(PublishingError) -> (document: PageDocument, revision: LiveRevision) {
        let revision = try await store.live(slug, at: now)
        let versions = try await store.blocks(Set(revision.versions.values))
        let blocks = revision.order.order.compactMap { code in revision.versions[code].flatMap { versions[$0] } }
        let document = PageDocument(
            title: revision.page.title, client: revision.page.client, data: revision.data, blocks: blocks)
        return (document, revision)
    }
}
