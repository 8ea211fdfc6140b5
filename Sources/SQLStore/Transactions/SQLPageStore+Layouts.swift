import HomeBlocks
public import Publishing

/// Replacing the layouts while the store is in use.
extension SQLPageStore {
    public func replaceLayouts(
        with catalog: BlockTypeCatalog
    ) async throws(PublishingError) -> [RefusedContent] {
        let now = clock.now
        let refused = try await read { database in
            try database.statesInUse(at: now).flatMap { try $0.refused(by: catalog, database) }
        }
        // No other change is made meanwhile: each is checked by the old layouts or by the new ones, and a layout that
        // was not in use before is not in use now.
        try await write { database in
            var uses: [String: String] = [:]
            for state in try database.statesInUse(at: now) {
                for layout in try state.layouts(database) where catalog[layout] == nil && self.catalog[layout] != nil {
                    uses[layout] = state.page.slug
                }
            }
            guard uses.isEmpty else { throw PublishingError.layoutsInUse(uses) }
            layouts.replace(with: catalog)
        }
        return refused
    }
}

/// A state of a page that clients get or may get.
private struct StateInUse {
    let page: PageRow
    let name: String
    let revision: RevisionRow

    func refused(by catalog: BlockTypeCatalog, _ database: any SQLDatabase) throws -> [RefusedContent] {
        do {
            try database.document(of: revision).validate(catalog, client: page.info.client)
            return []
        } catch let error as PublishingError {
            return [RefusedContent(page: page.slug, state: name, issues: StoreIssue.lines(error))]
        }
    }

    /// The layouts of its sections and of their fallbacks.
    func layouts(_ database: any SQLDatabase) throws -> Set<String> {
        let blocks = try database.blocks(of: revision)
        return Set(blocks.map(\.showType) + blocks.compactMap { $0.fallback?.showType })
    }
}

extension SQLDatabase {
    fileprivate func statesInUse(at now: Instant) throws -> [StateInUse] {
        try pages().flatMap { page in
            var states = try live(of: page, at: now).map { [StateInUse(page: page, name: "live", revision: $0)] } ?? []
            if let draft = try draft(of: page) {
                let revision = try requireRevision(draft.revision, of: page)
                states.append(StateInUse(page: page, name: "draft", revision: revision))
            }
            for release in try pendingReleases(of: page, after: try effective(now, on: page)) {
                let revision = try requireRevision(release.revision, of: page)
                states.append(StateInUse(page: page, name: "release \(release.id)", revision: revision))
            }
            return states
        }
    }
}
