/// A song, an album or a digital album in a row of its own.
public struct Track: Sendable, Equatable, Identifiable {
    /// What the document says of it, whole.
    public let resource: Resource
    /// Its identity.
    public let id: String
    /// Its title.
    public let title: String
    /// What is said of it below the title.
    public let comment: String?
    /// The names of who made it.
    public let artists: [String]
    /// The address of its cover.
    public let imageURL: String?

    init(_ resource: Resource) throws(JSONFault) {
        self.resource = resource
        id = resource.resourceId
        title = try resource.requireTitle()
        comment = resource.uiElement.subTitle?.title
        let artists: [JSONValue] = resource.resourceExtInfo?.take("artists") ?? []
        self.artists = artists.compactMap { $0.object?.take("name") }
        imageURL = resource.uiElement.image?.imageUrl
    }
}
