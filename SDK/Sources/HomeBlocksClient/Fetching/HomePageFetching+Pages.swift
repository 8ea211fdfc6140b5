public import HomeBlocks

extension HomePageFetching {
    /// A whole page.
    ///
    /// - Parameters:
    ///   - slug: the page; the server's default page if nil.
    ///   - policy: whether the server or the copy on disk is used.
    public func page(
        _ slug: String? = nil, policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<HomePage> {
        try await load(.page(slug), policy: policy)
    }

    /// The parts of a page, in order. A change of the order in the meantime neither repeats nor loses a section.
    ///
    /// - Parameters:
    ///   - slug: the page; the server's default page if nil.
    ///   - limit: how many sections a part has at most, from 1 to 1,000; the server's choice if nil.
    public func pages(_ slug: String? = nil, limit: Int? = nil) -> HomePages {
        HomePages(client: self, slug: slug, limit: limit)
    }

    /// A part of a page.
    ///
    /// - Parameters:
    ///   - slug: the page; the server's default page if nil.
    ///   - cursor: where it begins, as the part before says; the beginning if nil.
    ///   - limit: how many sections the part has at most, from 1 to 1,000; the server's choice if nil.
    ///   - policy: whether the server or the copy on disk is used.
    public func part(
        of slug: String? = nil, from cursor: String? = nil, limit: Int? = nil, policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<HomePage> {
        try await load(.part(of: slug, from: cursor, limit: limit), policy: policy)
    }

    /// The round menu entries of a page.
    public func menus(
        _ slug: String? = nil, policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<Menus> {
        try await load(.menus(slug), policy: policy)
    }

    /// Which section of a page stands where: of what is shown now, which during a campaign may be another page.
    public func sort(
        of slug: String? = nil, policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<SectionSort> {
        try await load(.sort(of: slug), policy: policy)
    }

    /// One section of a page. It is refused with 404 while the page does not show it.
    public func block(
        _ code: String, of slug: String? = nil, policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<Block> {
        try await load(.block(code, of: slug), policy: policy)
    }

    /// One card of a section, all that there is of it, by its id: the card that was tapped, whatever its position is by
    /// now. It is refused with 404 while the section does not show it.
    ///
    /// - Parameters:
    ///   - id: its `creativeId`, `bannerId` or `id`, or what its layout names instead; a number as it is written.
    ///   - code: the section.
    ///   - slug: the page; the server's default page if nil.
    ///   - type: what to read it as.
    ///   - policy: whether the server or the copy on disk is used.
    public func item<Item: JSONReadable & Sendable>(
        id: String, of code: String, page slug: String? = nil, as type: Item.Type = Item.self,
        policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<Item> {
        try await load(.item(id: id, of: code, page: slug), policy: policy)
    }

    /// One card of a section without ids, all that there is of it.
    ///
    /// - Parameters:
    ///   - index: its place in the section, from 0.
    ///   - code: the section.
    ///   - slug: the page; the server's default page if nil.
    ///   - type: what to read it as.
    ///   - policy: whether the server or the copy on disk is used.
    public func item<Item: JSONReadable & Sendable>(
        _ index: Int, of code: String, page slug: String? = nil, as type: Item.Type = Item.self,
        policy: FetchPolicy = .networkFirst
    ) async throws(HomePageError) -> Loaded<Item> {
        try await load(.item(index, of: code, page: slug), policy: policy)
    }
}

/// The parts of a page, each requested when the one before has been looked at.
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
        /// - Throws: ``HomePageError``. Calling again tries the same part again.
        public mutating func next() async throws(HomePageError) -> Loaded<HomePage>? {
            if isOver { return nil }
            let part = try await pages.client.part(of: pages.slug, from: cursor, limit: pages.limit)
            // A server that names no new place would be requested the same part for ever.
            cursor = part.data.cursor
            isOver = !part.data.hasMore || !(cursor.map { seen.insert($0).inserted } ?? false)
            return part
        }
    }
}
