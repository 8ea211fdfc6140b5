import HomeBlocks
public import Publishing

/// Replacing the layouts while the store is in use.
extension SQLPageStore {
    public func replaceLayouts(
        with catalog: BlockTypeCatalog
    ) async throws(PublishingError) -> [RefusedContent] {
        let now = clock.now
        let refused = try await read { database in
            try database.pages().flatMap { page in
                try database.states(of: page, at: now).compactMap { state in
                    RefusedContent(
                        try database.document(of: state.revision), of: page.info, state: state.state, by: catalog)
                }
            }
        }
        // No other change is made meanwhile: each is checked by the old layouts or by the new ones, and a layout that
        // was not in use before is not in use now.
        try await write { database in
            try database.lockAllPages()
            var uses: [String: String] = [:]
            for page in try database.pages() {
                for state in try database.states(of: page, at: now) {
                    for layout in try database.blocks(of: state.revision).flatMap(\.layouts) {
                        uses[layout] = page.slug
                    }
                }
            }
            try layouts.replace(with: catalog, uses: uses)
        }
        return refused
    }
}
