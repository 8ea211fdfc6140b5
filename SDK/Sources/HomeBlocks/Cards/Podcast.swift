/// A sound that plays all day.
public struct Podcast: CreativeCard, Equatable, Identifiable {
    /// What the document says of it, whole.
    public let creative: Creative
    /// Its identity.
    public let id: String
    /// Its title.
    public let title: String
    /// The address of its picture.
    public let imageURL: String?

    init(_ creative: Creative) throws(JSONIssue) {
        self.creative = creative
        let resource = creative.resources?.first
        title = try creative.requireTitle()
        id = creative.creativeId ?? resource?.resourceId ?? creative.action ?? title
        imageURL = creative.uiElement?.image?.imageUrl ?? resource?.uiElement.image?.imageUrl
    }
}

/// A podcast.
public struct VoiceList: CreativeCard, Equatable, Identifiable {
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

    init(_ creative: Creative) throws(JSONIssue) {
        self.creative = creative
        title = try creative.requireTitle()
        id = creative.creativeId ?? creative.action ?? title
        imageURL = creative.uiElement?.image?.imageUrl
        playCount = creative.creativeExtInfoVO?.playCount
    }
}
