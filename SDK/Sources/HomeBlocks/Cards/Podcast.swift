/// A sound that plays all day.
public struct Podcast: CreativeCard, Equatable, Identifiable {
    /// The complete part of the document that it was read from.
    public let creative: Creative
    /// The identity, unique within its list.
    public private(set) var id: String
    /// The title.
    public let title: String
    /// The picture's URL, absolute or relative to the server.
    public let imageURL: String?

    init(_ creative: Creative, _ leftOut: inout LeftOut) throws(JSONIssue) {
        self.creative = creative
        let resource = creative.resourceList.flatMap { list in
            leftOut.each(of: list, in: "resources") { resource, _ in resource }.first
        }
        title = try creative.requireTitle()
        id = creative.creativeId ?? resource?.resourceId ?? creative.action ?? title
        imageURL = creative.uiElement?.image?.imageUrl ?? resource?.uiElement.image?.imageUrl
    }
}

extension Podcast: ListElement {
    mutating func setIdentity(_ id: String) { self.id = id }
}

/// A podcast.
public struct VoiceList: CreativeCard, Equatable, Identifiable {
    /// The complete part of the document that it was read from.
    public let creative: Creative
    /// The identity, unique within its list.
    public private(set) var id: String
    /// The title.
    public let title: String
    /// The cover's URL, absolute or relative to the server.
    public let imageURL: String?
    /// The number of plays.
    public let playCount: Int?

    init(_ creative: Creative, _ leftOut: inout LeftOut) throws(JSONIssue) {
        self.creative = creative
        title = try creative.requireTitle()
        id = creative.creativeId ?? creative.action ?? title
        imageURL = creative.uiElement?.image?.imageUrl
        playCount = creative.creativeExtInfoVO?.playCount
    }
}

extension VoiceList: ListElement {
    mutating func setIdentity(_ id: String) { self.id = id }
}
