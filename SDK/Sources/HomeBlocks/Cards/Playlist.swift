/// A card with one playlist, or with several that rotate automatically.
public struct PlaylistCard: CreativeCard, Equatable, Identifiable {
    /// The complete part of the document that it was read from.
    public let creative: Creative
    /// The identity, unique within its list.
    public private(set) var id: String
    /// The playlists, in display order; never empty.
    public let playlists: [Playlist]

    init(_ creative: Creative, _ leftOut: inout LeftOut) throws(JSONIssue) {
        self.creative = creative
        playlists = try creative.cards(&leftOut, Playlist.init)
        id = creative.creativeId ?? playlists.first?.id ?? ""
    }
}

extension Playlist: ListElement {
    mutating func setIdentity(_ id: String) { self.id = id }
}

extension PlaylistCard: ListElement {
    mutating func setIdentity(_ id: String) { self.id = id }
}

/// A playlist.
public struct Playlist: Sendable, Equatable, Identifiable {
    /// The complete part of the document that it was read from.
    public let resource: Resource
    /// The identity, unique within its list.
    public private(set) var id: String
    /// The title.
    public let title: String
    /// The cover's URL, absolute or relative to the server.
    public let imageURL: String?
    /// The number of plays.
    public let playCount: Int?

    init(_ resource: Resource) throws(JSONIssue) {
        self.resource = resource
        id = resource.resourceId
        title = try resource.requireTitle()
        imageURL = resource.uiElement.image?.imageUrl
        playCount = resource.resourceExtInfo?.take("playCount")
    }
}
