/// What a page is, apart from its content.
public struct PageInfo: Sendable, Equatable, Codable {
    public let slug: String
    public let title: String
    /// The published apps that read the page, if it must stay readable for them.
    public let client: ClientFamily?

    public init(slug: String, title: String, client: ClientFamily? = nil) {
        self.slug = slug
        self.title = title
        self.client = client
    }
}
