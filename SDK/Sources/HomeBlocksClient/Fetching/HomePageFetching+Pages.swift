public import HomeBlocks

extension HomePageFetching {
    /// Loads a complete page.
    ///
    /// - Parameters:
    ///   - slug: the page; the server's default page if nil.
    ///   - policy: whether to use the server's response or the copy on disk.
    public func page(
        _ slug: String? = nil, policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<HomePage> {
        try await load(.page(slug), policy: policy)
    }

    /// Returns the parts of a page, in order. If the order changes in the meantime, no section is repeated or skipped.
    ///
    /// - Parameters:
    ///   - slug: the page; the server's default page if nil.
    ///   - limit: the maximum number of sections in a part, from 1 to 1,000; the server's default if nil.
    public func pages(_ slug: String? = nil, limit: Int? = nil) -> HomePages {
        HomePages(client: self, slug: slug, limit: limit)
    }

    /// Loads a part of a page.
    ///
    /// - Parameters:
    ///   - slug: the page; the server's default page if nil.
    ///   - cursor: the cursor from the previous part; the first part if nil.
    ///   - limit: the maximum number of sections in the part, from 1 to 1,000; the server's default if nil.
    ///   - policy: whether to use the server's response or the copy on disk.
    public func part(
        of slug: String? = nil, from cursor: String? = nil, limit: Int? = nil, policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<HomePage> {
        try await load(.part(of: slug, from: cursor, limit: limit), policy: policy)
    }

    /// Loads the round menu entries of a page.
    public func menus(
        _ slug: String? = nil, policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<Menus> {
        try await load(.menus(slug), policy: policy)
    }

    /// Loads the order of a page's sections, as currently shown: during a campaign, that may be another page.
    public func sort(
        of slug: String? = nil, policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<SectionSort> {
        try await load(.sort(of: slug), policy: policy)
    }

    /// Loads one section of a page. The server responds with 404 while the page does not show it.
    public func block(
        _ code: String, of slug: String? = nil, policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<Block> {
        try await load(.block(code, of: slug), policy: policy)
    }

    /// Loads one complete card of a section by its id, such as the card that was tapped, even if its position has
    /// changed. The server responds with 404 while the section does not show it.
    ///
    /// - Parameters:
    ///   - id: its `creativeId`, `bannerId` or `id`, or the id member of its layout; a number in decimal.
    ///   - code: the section.
    ///   - slug: the page; the server's default page if nil.
    ///   - type: the type of the card.
    ///   - policy: whether to use the server's response or the copy on disk.
    public func item<Item: JSONReadable & Sendable>(
        id: String, of code: String, page slug: String? = nil, as type: Item.Type = Item.self,
        policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<Item> {
        try await load(.item(id: id, of: code, page: slug), policy: policy)
    }

    /// Loads one complete card by its index, for a section without ids.
    ///
    /// - Parameters:
    ///   - index: the index in the section, from 0.
    ///   - code: the section.
    ///   - slug: the page; the server's default page if nil.
    ///   - type: the type of the card.
    ///   - policy: whether to use the server's response or the copy on disk.
    public func item<Item: JSONReadable & Sendable>(
        _ index: Int, of code: String, page slug: String? = nil, as type: Item.Type = Item.self,
        policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<Item> {
        try await load(.item(index, of: code, page: slug), policy: policy)
    }
}

/// The parts of a page. Each part is requested when the iteration reaches it.
public struct HomePages: AsyncSequence, Sendable {
    public typealias Element = Loaded<HomePage>

    let client: any HomePageFetching
    let slug: String?
    let limit: Int?

    public func makeAsyncIterator() -> Iterator { Iterator(pages: self) }

    /// The position in a page.
    public struct Iterator: AsyncIteratorProtocol {
        let pages: HomePages
        private var cursor: String?
        private var seen: Set<String> = []
        private var isOver = false

        init(pages: HomePages) { self.pages = pages }

        /// The next part, or nil after the last one.
        ///
        /// - Throws: ``HomePageError``. Call again to retry the same part.
        public mutating func next() async throws(HomePageError) -> Loaded<HomePage>? {
            if isOver { return nil }
            let part = try await pages.client.part(of: pages.slug, from: cursor, limit: pages.limit)
            // Without a new cursor, the same part would be requested forever.
            cursor = part.data.cursor
            isOver = !part.data.hasMore || !(cursor.map { seen.insert($0).inserted } ?? false)
            return part
        }
    }
}
