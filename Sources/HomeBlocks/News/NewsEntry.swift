/// An item of a news page with its identity, which stays when others are put before it.
public struct NewsEntry: Sendable, Hashable, Identifiable {
    /// Its identity.
    public let id: Int
    /// What it is and where it stands.
    public let item: NewsItem
}
