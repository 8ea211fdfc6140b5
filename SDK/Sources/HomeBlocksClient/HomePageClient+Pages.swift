import Foundation
public import HomeBlocks

extension HomePageClient {
    /// A whole page.
    ///
    /// - Parameter slug: the page; the server's default page if nil.
    public func page(_ slug: String? = nil) async throws(HomePageError) -> Loaded<HomePage> {
        try await load(["homepage"], named(slug), HomePage.init(parsing:))
    }

    /// The parts of a page, in order. A change of the order meanwhile neither repeats nor loses a section.
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
    public func part(
        of slug: String? = nil, from cursor: String? = nil, limit: Int? = nil
    ) async throws(HomePageError) -> Loaded<HomePage> {
        var parameters = named(slug) + [("cursor", cursor ?? "")]
        if let limit { parameters.append(("limit", String(limit))) }
        return try await load(["homepage"], parameters, HomePage.init(parsing:))
    }

    /// The round menu entries of a page.
    public func menus(_ slug: String? = nil) async throws(HomePageError) -> Loaded<Menus> {
        try await load(["homepage", "dragon", "ball"], named(slug), Menus.init(parsing:))
    }

    /// Which section of a page stands where: of what is shown now, which during a campaign may be another page.
    public func sort(of slug: String? = nil) async throws(HomePageError) -> Loaded<SectionSort> {
        try await load(["sort"], named(slug, withContext: false) + [("shown", "true")], Self.content)
    }

    /// One section of a page. It is refused with 404 while the page does not show it.
    public func block(_ code: String, of slug: String? = nil) async throws(HomePageError) -> Loaded<Block> {
        try await load(["homepage", "blocks", code], named(slug), Self.content)
    }

    /// One card of a section, all that there is of it.
    ///
    /// - Parameters:
    ///   - index: its place in the section, from 0.
    ///   - code: the section.
    ///   - slug: the page; the server's default page if nil.
    ///   - type: what to read it as.
    public func item<Item: JSONReadable>(
        _ index: Int, of code: String, page slug: String? = nil, as type: Item.Type = Item.self
    ) async throws(HomePageError) -> Loaded<Item> {
        try await load(["homepage", "blocks", code, "items", String(index)], named(slug), Self.content)
    }

    private func named(_ slug: String?, withContext: Bool = true) -> [(name: String, value: String)] {
        (slug.map { [("page", $0)] } ?? []) + (withContext ? context.parameters : [])
    }

    /// What a response's envelope holds.
    @Sendable private static func content<Content: JSONReadable>(_ body: Data) throws(JSONIssue) -> Content {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: body)
        } catch {
            throw JSONIssue("cannot be read: \(error)")
        }
        return try JSONObject.read(value).require("data")
    }
}

/// The parts of a page, each requested when the one before has been looked at.
public struct HomePages: AsyncSequence, Sendable {
    public typealias Element = Loaded<HomePage>

    let client: HomePageClient
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
