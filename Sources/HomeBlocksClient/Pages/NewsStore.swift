public import HomeBlocks

/// The details of a news page's items, each asked for when it is looked at and kept until it is forgotten; what is
/// but a copy on disk is asked for again.
@MainActor public final class NewsStore {
    private struct Key: Hashable {
        let code: String
        let id: Int
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
    ///
    /// - Parameters:
    ///   - entry: the item.
    ///   - code: the section that the item is of.
    public func known(_ entry: NewsEntry, in code: String) -> NewsDetail? { details[Key(code: code, id: entry.id)] }

    /// Forgets everything.
    public func removeAll() {
        details = [:]
        generation += 1
    }

    /// The details of an item.
    ///
    /// - Parameters:
    ///   - entry: the item.
    ///   - code: the section that the item is of.
    /// - Throws: ``HomePageError``; `outdated` if another item stands in its place by now, for which the page is to be loaded again.
    public func detail(of entry: NewsEntry, in code: String) async throws(HomePageError) -> NewsDetail {
        if let detail = known(entry, in: code) { return detail }
        let asked = generation
        let detail: Loaded<NewsDetail>
        do {
            detail = try await client.item(entry.item.index, of: code, page: slug)
        } catch {
            throw error.isNotFound ? .outdated : error
        }
        guard detail.id == entry.id else { throw .outdated }
        if case .stale = detail.origin { return detail.value }
        if asked == generation {
            if details.count >= Self.mostDetails { details = [:] }
            details[Key(code: code, id: entry.id)] = detail.value
        }
        return detail.value
    }
}
