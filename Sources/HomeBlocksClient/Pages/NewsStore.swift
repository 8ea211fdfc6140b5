public import HomeBlocks

/// The details of a news page's items, each asked for when it is looked at and kept for as long as the store lives.
@MainActor public final class NewsStore {
    private let client: HomePageClient
    private let slug: String?
    private var details: [NewsEntry: NewsDetail] = [:]
    private static let mostDetails = 500

    /// - Parameter page: the page; the server's default page if nil.
    public init(client: HomePageClient, page: String? = "news") {
        self.client = client
        slug = page
    }

    /// What is known of an item without asking.
    public func known(_ entry: NewsEntry) -> NewsDetail? { details[entry] }

    /// The details of an item.
    ///
    /// - Parameter code: the section that the item is of.
    /// - Throws: ``HomePageError``; `outdated` if another item stands in its place by now, for which the page is to be loaded again.
    public func detail(of entry: NewsEntry, in code: String) async throws(HomePageError) -> NewsDetail {
        if let detail = details[entry] { return detail }
        let detail: NewsDetail
        do {
            detail = try await client.item(entry.item.index, of: code, page: slug).value
        } catch {
            throw error.isNotFound ? .outdated : error
        }
        guard detail.id == entry.id else { throw .outdated }
        if details.count >= Self.mostDetails { details.removeAll() }
        details[entry] = detail
        return detail
    }
}
