extension CardSection where Card: Identifiable {
    /// The card with an identity, for instance one that was tapped or that a link names; nil if the section has none.
    public func item(id: Card.ID) -> Card? { cards.first { $0.id == id } }
}

extension CardSection where Card == [Track] {
    /// The song with an identity, in whichever column it is; nil if the section has none.
    public func item(id: Track.ID) -> Track? { cards.lazy.joined().first { $0.id == id } }
}

extension MenusModel {
    /// The entry with an identity; nil if the section has none.
    public func item(id: Menu.ID) -> Menu? { menus.first { $0.id == id } }
}

extension NewsFeed {
    /// The item with an identity; nil if the section has none.
    public func item(id: NewsEntry.ID) -> NewsEntry? { entries.first { $0.id == id } }
}
