import Foundation
public import HomeBlocks

/// The details of a news page's items, each requested when it is first shown and kept in memory. A copy on disk is not
/// kept, but requested again.
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
    private static let mostDetails = 500

    /// Makes an empty store.
    ///
    /// - Parameters:
    ///   - client: fetches the details.
    ///   - page: the page; the server's default page if nil.
    public init(client: any HomePageFetching, page: String? = "news") {
        self.client = client
        slug = page
    }

    /// The details of an item, if they are in the store.
    public func known(_ entry: NewsEntry) -> NewsDetail? { details[Key(entry)] }

    /// Removes all details.
    public func removeAll() {
        details = [:]
        generation += 1
    }

    /// The details of an item.
    ///
    /// - Throws: ``HomePageError``; `outdated` if the section does not show the item any more, for which the page is to be
    ///   loaded again.
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
            if details.count >= Self.mostDetails { details = [:] }
            details[Key(entry)] = detail.value
        }
        return detail.value
    }
}

extension NewsStore {
    /// Requests an item by its id. One whose id another item has too is requested by its position, where still another
    /// one may be by now; so is any item of a server of an earlier version, which refuses an id with 400, and behind a
    /// gateway that knows the earlier paths only, and responds in its place.
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
/// Source: the protocol of an article on lists whose cells are of several kinds. The details come from a server here,
/// and a cell may be in use for another item by then: ``configure(for:from:)`` sees to both.
@MainActor public protocol NewsPresentable: AnyObject {
    /// The item that the cell is in use for.
    var entry: NewsEntry? { get set }

    /// Shows a placeholder until the details are there.
    func prepare(for item: NewsItem)

    /// Shows the details.
    func present(_ detail: NewsDetail)

    /// Shows that the details could not be loaded.
    func presentFailure(_ error: HomePageError)
}

extension NewsPresentable {
    /// Presents an item: at once if its details are known, otherwise when they are there and the cell is still in use
    /// for it.
    ///
    /// - Parameters:
    ///   - entry: the item.
    ///   - store: knows the details, or requests them.
    /// - Returns: the wait for the details, which may be cancelled; nil if they are known.
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
