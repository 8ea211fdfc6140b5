/// A card with a playlist, or with several that change by themselves.
public struct PlaylistCard: Sendable, Equatable, Identifiable {
    /// What the document says of it, whole.
    public let creative: Creative
    /// Its identity.
    public let id: String
    /// The playlists, in display order; never empty.
    public let playlists: [Playlist]

    init(_ creative: Creative) throws(JSONFault) {
        self.creative = creative
        playlists = try creative.cards(Playlist.init)
        id = creative.creativeId ?? playlists.first?.id ?? ""
    }
}
