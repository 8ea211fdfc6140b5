/// A card with a playlist, or with several that change by themselves.
public struct PlaylistCard: CreativeCard, Equatable, Identifiable {
    /// What the document says of it, whole.
    public let creative: Creative
    /// Its identity.
    public let id: String
    /// The playlists, in display order; never empty.
    public let playlists: [Playlist]

    init(_ creative: Creative) throws(JSONIssue) {
        self.creative = creative
        playlists = try creative.cards(Playlist.init)
        id = creative.creativeId ?? playlists.first?.id ?? ""
    }
}

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

    init(_ resource: Resource) throws(JSONIssue) {
        self.resource = resource
        id = resource.resourceId
        title = try resource.requireTitle()
        imageURL = resource.uiElement.image?.imageUrl
        playCount = resource.resourceExtInfo?.take("playCount")
    }
}
