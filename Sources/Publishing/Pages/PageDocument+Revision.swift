extension PageDocument {
    /// A revision as a whole page.
    public static func of(
        _ revision: LiveRevision, in store: any PageStore
    ) async throws(PublishingError) -> PageDocument {
        let versions = try await store.blocks(Set(revision.versions.values))
        let blocks = revision.order.order.compactMap { code in revision.versions[code].flatMap { versions[$0] } }
        return PageDocument(
            title: revision.page.title, client: revision.page.client, data: revision.data, blocks: blocks)
    }
}
