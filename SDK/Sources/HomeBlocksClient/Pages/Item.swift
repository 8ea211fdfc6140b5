public import HomeBlocks

extension MallViewModel {
    /// The section with a code, as it is shown now; nil if there is none.
    public func item(id: MallGroup.ID) -> MallGroup? { listMs.first { $0.id == id } }
}

extension NewsViewModel {
    /// The section with a code, as it is shown now; nil if there is none.
    public func item(id: NewsFeed.ID) -> NewsFeed? { feeds.first { $0.id == id } }
}

extension MomentsViewModel {
    /// The moment with an identity among those that are loaded; nil if there is none.
    public func item(id: Moment.ID) -> Moment? { moments.first { $0.id == id } }
}
