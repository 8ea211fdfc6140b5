public import HomeBlocks

/// The parts of a page, each asked for when the one before has been looked at.
public struct HomePages: AsyncSequence, Sendable {
    public typealias Element = Loaded<HomePage>

    let client: HomePageClient
    let slug: String?
    let limit: Int?

    public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

    public struct Iterator: AsyncIteratorProtocol {
        let pages: HomePages
        private var cursor: String?
        private var seen: Set<String> = []
        private var isOver = false

        init(pages: HomePages) { self.pages = pages }

        /// The next part, or nil after the last one.
        ///
        /// - Throws: ``HomePageError``. Calling again tries the same part again.
        public mutating func next() async throws(HomePageError) -> Loaded<HomePage>? {
            if isOver { return nil }
            let part = try await pages.client.part(of: pages.slug, from: cursor, limit: pages.limit)
            // A server that names no new place would be asked for the same part for ever.
            cursor = part.data.cursor
            isOver = !part.data.hasMore || !(cursor.map { seen.insert($0).inserted } ?? false)
            return part
        }
    }
}
