public import HomeBlocks

/// The details of a news page's items, each asked for when it is looked at and kept until it is forgotten; what is
/// but a copy on disk is asked for again.
@MainActor public final class NewsStore {
    private struct Key: Hashable {
        let code: String
        let id: Int

        init(_ entry: NewsEntry) { (code, id) = (entry.blockCode, entry.id) }
    }

    private let client: HomePageClient
    private let slug: String?
    private var details: [Key: NewsDetail] = [:]
    /// How often everything was forgotten: an answer to a question from before is not kept.
    private var generation = 0
    private static let mostDetails = 500

    /// Makes a store that knows nothing yet.
    ///
    /// - Parameters:
    ///   - client: fetches the details.
    ///   - page: the page; the server's default page if nil.
    public init(client: HomePageClient, page: String? = "news") {
        self.client = client
        slug = page
    }

    /// What is known of an item without asking.
    public func known(_ entry: NewsEntry) -> NewsDetail? { details[Key(entry)] }

    /// Forgets everything.
    public func removeAll() {
        details = [:]
        generation += 1
    }

    /// The details of an item.
    ///
    /// - Throws: ``HomePageError``; `outdated` if another item stands in its place by now, for which the page is to be loaded again.
    public func detail(of entry: NewsEntry) async throws(HomePageError) -> NewsDetail {
        if let detail = known(entry) { return detail }
        let asked = generation
        let detail: Loaded<NewsDetail>
        do {
            detail = try await client.item(entry.item.index, of: entry.blockCode, page: slug)
        } catch {
            throw error.isNotFound ? .outdated : error
        }
        guard detail.id == entry.id else { throw .outdated }
        if case .stale = detail.origin { return detail.value }
        if asked == generation {
            if details.count >= Self.mostDetails { details = [:] }
            details[Key(entry)] = detail.value
        }
        return detail.value
    }
}
