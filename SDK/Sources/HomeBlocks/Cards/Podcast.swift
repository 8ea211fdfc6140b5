/// A sound that plays all day.
public struct Podcast: Sendable, Equatable, Identifiable {
    /// What the document says of it, whole.
    public let creative: Creative
    /// Its identity.
    public let id: String
    /// Its title.
    public let title: String
    /// The address of its picture.
    public let imageURL: String?

    init(_ creative: Creative) throws(JSONFault) {
        self.creative = creative
        let resource = creative.resources?.first
        title = try creative.requireTitle()
        id = creative.creativeId ?? resource?.resourceId ?? creative.action ?? title
        imageURL = creative.uiElement?.image?.imageUrl ?? resource?.uiElement.image?.imageUrl
    }
}
