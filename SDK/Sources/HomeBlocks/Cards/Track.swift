/// A song, an album or a digital album in its own row.
public struct Track: Sendable, Equatable, Identifiable {
    /// The complete part of the document that it was read from.
    public let resource: Resource
    /// The identity, unique within its list.
    public private(set) var id: String
    /// The title.
    public let title: String
    /// The line below the title.
    public let comment: String?
    /// The names of the artists.
    public let artists: [String]
    /// The cover's URL, absolute or relative to the server.
    public let imageURL: String?

    init(_ resource: Resource) throws(JSONIssue) {
        self.resource = resource
        id = resource.resourceId
        title = try resource.requireTitle()
        comment = resource.uiElement.subTitle?.title
        let artists: [JSONValue] = resource.resourceExtInfo?.take("artists") ?? []
        self.artists = artists.compactMap { $0.object?.take("name") }
        imageURL = resource.uiElement.image?.imageUrl
    }

    /// Reads the columns of a block, one for each card. Each song's identity is unique within the section.
    static func columns(of block: Block, _ leftOut: inout LeftOut) throws(JSONIssue) -> [[Track]] {
        try block.cards(&leftOut) { card, leftOut throws(JSONIssue) in try card.cards(&leftOut, Track.init) }
            .withDistinctIdentities()
    }
}

extension Track: ListElement {
    mutating func setIdentity(_ id: String) { self.id = id }
}

/// A tab of new songs, albums or digital albums.
public struct ReleaseTab: CreativeCard, Equatable, Identifiable {
    /// The kind: `NEW_SONG_HOMEPAGE`, `NEW_ALBUM_HOMEPAGE` or `DIGITAL_ALBUM_HOMEPAGE`.
    public let creativeType: String
    /// The label.
    public let title: String
    /// The button at the end of the heading while the tab is selected.
    public let button: Button?
    /// The tracks in columns of about three; none is empty.
    public private(set) var columns: [[Track]]

    public var id: String { creativeType }

    init(_ creative: Creative, _ leftOut: inout LeftOut) throws(JSONIssue) {
        creativeType = creative.creativeType
        title = try creative.requireTitle()
        button = creative.uiElement?.button
        columns = [try creative.cards(&leftOut, Track.init)]
    }

    /// Reads the tabs of a block. Cards with the same `creativeType` are the columns of one tab. Each track's identity
    /// is unique within its tab.
    static func cards(of block: Block, _ leftOut: inout LeftOut) throws(JSONIssue) -> [ReleaseTab] {
        var tabs: [ReleaseTab] = []
        for card in try block.cards(&leftOut, ReleaseTab.init) {
            if let index = tabs.firstIndex(where: { $0.creativeType == card.creativeType }) {
                tabs[index].columns += card.columns
            } else {
                tabs.append(card)
            }
        }
        for index in tabs.indices { tabs[index].columns = tabs[index].columns.withDistinctIdentities() }
        return tabs
    }
}
