import Publishing

extension PublishedPage {
    /// Builds a page that may have blocks of a draft.
    static func preview(
        _ live: LivePage, in store: any PageStore, publicURL: String?, at now: Instant
    ) async throws -> PublishedPage {
        let stored = try await store.blocks(Set(live.shown.versions.values)).values
        let blocks = Array(stored) + live.shown.unsaved
        let catalog = store.layouts.current.catalog
        let lists = try await store.feedLists(blocks.feeds)
        let rendered = blocks.map { RenderedBlock($0, catalog, publicURL: publicURL, lists: lists, at: now) }
        return PublishedPage(live, blocks: rendered, at: now, publicURL: publicURL)
    }
}
