public import Publishing

/// Finding blocks by their content.
extension SQLPageStore {
    public func search(
        _ query: SearchQuery, page: String?, _ range: ListRange, for rights: Rights
    ) async throws(PublishingError) -> ListPage<SearchResult> {
        let now = clock.now
        return try await read { database in
            if let page { _ = try database.requirePage(page, for: rights) }
            let pages = rights.includeAllPages ? nil : try database.pages(for: rights).map(\.slug)
            let found = try database.search(
                query, pages: page.map { [$0] } ?? pages, before: range.after?.first, at: now, limit: range.limit + 1)
            return ListPage(found, in: range) { ListRange.cursor($0.version) }
        }
    }

    public func indexTexts() async throws(PublishingError) -> Int {
        let isComplete = try await read {
            try $0.versionsWithoutText(limit: 1).isEmpty && $0.picturesWithoutText(limit: 1).isEmpty
        }
        if isComplete { return 0 }
        return try await write { database in
            // Another program may have indexed or deleted them in the meantime.
            let versions = try database.versionsWithoutText(limit: SearchIndex.maximumAtOnce)
            for version in versions {
                try database.insertText(of: try database.requireBlock(version), version: version.number)
            }
            let pictures = try database.picturesWithoutText(limit: SearchIndex.maximumAtOnce, isLocked: true)
            for picture in pictures { try database.insertText(of: picture) }
            return versions.count + pictures.count
        }
    }
}

enum SearchIndex {
    /// Few enough that other changes do not wait long.
    static let maximumAtOnce = 100
}
