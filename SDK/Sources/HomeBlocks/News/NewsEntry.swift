/// An item of a news page with its identity, which stays when others are put before it.
public struct NewsEntry: Sendable, Hashable, Identifiable {
    /// Its identity within its section.
    public let id: Int
    /// The section that it is of.
    public let blockCode: String
    /// What it is and where it stands.
    public let item: NewsItem
}
