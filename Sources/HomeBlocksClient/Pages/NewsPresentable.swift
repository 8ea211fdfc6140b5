public import HomeBlocks

/// A cell that can present an item of a news page.
///
/// Source: the protocol of an article on lists whose cells are of several kinds. The details come from a server here, and a cell
/// may be in use for another item by then: ``configure(for:in:from:)`` sees to both.
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
    /// - Parameter code: the section that the item is of.
    public func configure(for entry: NewsEntry, in code: String, from store: NewsStore) async {
        self.entry = entry
        if let detail = store.known(entry) {
            present(detail)
            return
        }
        prepare(for: entry.item)
        do throws(HomePageError) {
            let detail = try await store.detail(of: entry, in: code)
            if self.entry == entry { present(detail) }
        } catch {
            if self.entry == entry, error != .cancelled { presentFailure(error) }
        }
    }
}
