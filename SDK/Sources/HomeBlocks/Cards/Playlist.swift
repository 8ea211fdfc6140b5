/// A playlist.
public struct Playlist: Sendable, Equatable, Identifiable {
    /// What the document says of it, whole.
    public let resource: Resource
    /// Its identity.
    public let id: String
    /// Its title.
    public let title: String
    /// The address of its cover.
    public let imageURL: String?
    /// How often it was played.
    public let playCount: Int?

    init(_ resource: Resource) throws(JSONFault) {
        self.resource = resource
        id = resource.resourceId
        title = try resource.requireTitle()
        imageURL = resource.uiElement.image?.imageUrl
        playCount = resource.resourceExtInfo?.take("playCount")
    }
}
