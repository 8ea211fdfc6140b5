import Foundation
public import HomeBlocks

/// The details of a news page's items. Each is requested when it is first shown, and kept in memory. Details from a
/// copy on disk are not kept, but requested again.
@MainActor public final class NewsStore {
    private struct Key: Hashable {
        let code: String
        let id: Int

        init(_ entry: NewsEntry) { (code, id) = (entry.blockCode, entry.id) }
    }

    private let client: any HomePageFetching
    private let slug: String?
    private var details: [Key: NewsDetail] = [:]
    /// The number of calls of ``removeAll()``: a response to an earlier request is not kept.
    private var generation = 0
    private static let maximumDetails = 500

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - client: fetches the details.
    ///   - page: the page; the server's default page if nil.
    public init(client: any HomePageFetching, page: String? = "news") {
        self.client = client
        slug = page
    }

    /// Returns the details of an item, if they are in the store.
    public func known(_ entry: NewsEntry) -> NewsDetail? { details[Key(entry)] }

    /// Removes all details.
    public func removeAll() {
        details = [:]
        generation += 1
    }

    /// Returns the details of an item, requesting them if necessary.
    ///
    /// - Throws: ``HomePageError``; `outdated` if the section no longer shows the item; then reload the page.
    public func detail(of entry: NewsEntry) async throws(HomePageError) -> NewsDetail {
        if let detail = known(entry) { return detail }
        let generation = generation
        let detail: Loaded<NewsDetail>
        do {
            detail = try await item(entry)
        } catch {
            throw error.isNotFound ? .outdated : error
        }
        guard detail.id == entry.itemId else { throw .outdated }
        if detail.origin.staleSince != nil { return detail.value }
        if generation == self.generation {
            if details.count >= Self.maximumDetails { details = [:] }
            details[Key(entry)] = detail.value
        }
        return detail.value
    }
}

extension NewsStore {
    /// Requests an item by its id. An item with a duplicate id is requested by its position, which another item may
    /// have taken in the meantime. So is an item from an earlier version of the server, which rejects an id with 400,
    /// and one behind a gateway that only knows the earlier paths and responds itself.
    private func item(_ entry: NewsEntry) async throws(HomePageError) -> Loaded<NewsDetail> {
        if entry.id == entry.itemId {
            do {
                return try await client.item(id: String(entry.itemId), of: entry.blockCode, page: slug)
            } catch {
                switch error {
                case .refused(let problem) where [400, 404].contains(problem.status): break
                case .unreachable(_, URLError.badServerResponse.rawValue): break
                default: throw error
                }
            }
        }
        return try await client.item(entry.item.index, of: entry.blockCode, page: slug)
    }
}

/// A cell that can present an item of a news page.
///
/// Source: the protocol in an article on lists with several kinds of cells. Here, the details come from a server, and
/// the cell may have been reused for another item when they arrive: ``configure(for:from:)`` handles both.
@MainActor public protocol NewsPresentable: AnyObject {
    /// The item that the cell currently presents.
    var entry: NewsEntry? { get set }

    /// Shows a placeholder until the details are available.
    func prepare(for item: NewsItem)

    /// Shows the details.
    func present(_ detail: NewsDetail)

    /// Shows that the details could not be loaded.
    func presentFailure(_ error: HomePageError)
}

extension NewsPresentable {
    /// Presents an item: immediately if its details are known, otherwise when they arrive, unless the cell has been
    /// reused.
    ///
    /// - Parameters:
    ///   - entry: the item.
    ///   - store: has the details, or requests them.
    /// - Returns: the task that waits for the details, which may be cancelled; nil if they are known.
    @discardableResult
    public func configure(for entry: NewsEntry, from store: NewsStore) -> Task<Void, Never>? {
        self.entry = entry
        if let detail = store.known(entry) {
            present(detail)
            return nil
        }
        prepare(for: entry.item)
        return Task { [weak self] in
            let outcome = await outcome { () async throws(HomePageError) in
                try await store.detail(of: entry)
            }
            guard let self, self.entry == entry else { return }
            switch outcome {
            case .success(let detail): present(detail)
            case .failure(.cancelled): break
            case .failure(let error): presentFailure(error)
            }
        }
    }
}
