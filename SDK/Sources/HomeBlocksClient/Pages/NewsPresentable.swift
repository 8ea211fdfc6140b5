public import HomeBlocks

/// A cell that can present an item of a news page.
///
/// Source: the protocol of an article on lists whose cells are of several kinds. The details come from a server here, and a cell
/// may be in use for another item by then: ``configure(for:from:)`` sees to both.
@MainActor public protocol NewsPresentable: AnyObject {
    /// The item that the cell is in use for.
    var entry: NewsEntry? { get set }

    /// Shows what stands in until the details are there.
    func prepare(for item: NewsItem)

    /// Shows the details.
    func present(_ detail: NewsDetail)

    /// Shows that there are no details to be had.
    func presentFailure(_ error: HomePageError)
}

extension NewsPresentable {
    /// Presents an item: at once if its details are known, otherwise when they are there and the cell is still in use for it.
    ///
    /// - Parameters:
    ///   - entry: the item.
    ///   - store: knows the details, or asks for them.
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
