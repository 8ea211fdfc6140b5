/// A podcast.
public struct VoiceList: Sendable, Equatable, Identifiable {
    /// What the document says of it, whole.
    public let creative: Creative
    /// Its identity.
    public let id: String
    /// Its title.
    public let title: String
    /// The address of its cover.
    public let imageURL: String?
    /// How often it was played.
    public let playCount: Int?

    init(_ creative: Creative) throws(JSONFault) {
        self.creative = creative
        title = try creative.requireTitle()
        id = creative.creativeId ?? creative.action ?? title
        imageURL = creative.uiElement?.image?.imageUrl
        playCount = creative.creativeExtInfoVO?.playCount
    }
}
