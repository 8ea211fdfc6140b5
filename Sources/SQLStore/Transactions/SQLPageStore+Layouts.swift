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
                try database.loaded(page, at: now).states().compactMap { state in
                    RefusedContent(
                        try database.document(of: state.revision), of: page.info, state: state.state, by: catalog)
                }
            }
        }
        // No other change is made in the meantime: each is checked against the old layouts or the new ones, and no
        // layout comes into use after this check.
        try await write { database in
            try database.lockAllPages()
            let removesLayouts = self.catalog.types.keys.contains { catalog[$0] == nil }
            try layouts.replace(with: catalog, uses: removesLayouts ? try database.layoutUses(at: now) : [:])
        }
        return refused
    }

    public func checkLayouts() async throws(PublishingError) {
        let now = clock.now
        try layouts.check(uses: try await read { try $0.layoutUses(at: now) })
    }
}

extension SQLTransaction {
    /// The layouts that pages use, each with one page that uses it.
    fileprivate func layoutUses(at now: Instant) throws -> [String: String] {
        var uses: [String: String] = [:]
        for page in try pages() {
            for state in try loaded(page, at: now).states() {
                for layout in try layouts(of: state.revision) { uses[layout] = page.slug }
            }
        }
        return uses
    }

    private func layouts(of revision: StoredRevision) throws -> Set<String> {
        let own = try tree(of: revision).layouts.values
        let fallbacks = try blocks(of: revision, like: "%\"fallback\":{%")
        return Set(own).union(fallbacks.flatMap(\.block.layouts))
    }
}
