/// A line of the list of pages.
public struct PageSummary: Sendable, Equatable {
    public let page: PageInfo
    /// The number of the live revision.
    public let revision: Int

    public init(page: PageInfo, revision: Int) {
        self.page = page
        self.revision = revision
    }
}
