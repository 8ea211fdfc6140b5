/// A card of a section.
public struct Creative: JSONModel {
    public let json: JSONObject
    /// The kind of the card.
    public let creativeType: String
    /// The position. It is zero on nearly every card: the order of the array is the display order.
    public let position: Int
    /// The identity of the card.
    public let creativeId: String?
    /// The URL that a tap opens.
    public let action: String?
    /// `orpheus` or `client_customized`.
    public let actionType: String?
    /// The content of the card.
    public let uiElement: UIElement?
    /// The resources of the card, in display order; absent for voice lists. A resource that cannot be read is left out.
    public var resources: [Resource]? { resourceList?.elements }
    let resourceList: ReadableArray<Resource>?
    /// The play count of a voice list.
    public let creativeExtInfoVO: CreativeExtInfo?
    /// The algorithm that chose it.
    public let alg: String?
    /// The text to log on a tap.
    public let logInfo: String?
    /// A code of the card.
    public let code: String?
    /// The source of the card.
    public let source: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        creativeType = try json.require("creativeType")
        position = json.take("position") ?? 0
        creativeId = json.take("creativeId")
        action = json.take("action")
        actionType = json.take("actionType")
        uiElement = json.take("uiElement")
        resourceList = json.take("resources")
        creativeExtInfoVO = json.take("creativeExtInfoVO")
        alg = json.take("alg")
        logInfo = json.take("logInfo")
        code = json.take("code")
        source = json.take("source")
    }
}

/// The play count of a card.
public struct CreativeExtInfo: JSONModel {
    public let json: JSONObject
    /// The number of plays.
    public let playCount: Int?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        playCount = json.take("playCount")
    }
}

/// The content of a card: a playlist, a song, an album, an event.
public struct Resource: JSONModel {
    public let json: JSONObject
    /// The kind, such as `list`, `song`, `album`, `digitalAlbum` or `dragon_ball`.
    public let resourceType: String
    /// The identity.
    public let resourceId: String
    /// The URL, absolute or relative to the server.
    public let resourceUrl: String?
    /// The content.
    public let uiElement: UIElement
    /// Further members that depend on the kind, such as `playCount`, `artists`, `songData` or `startTime`.
    public let resourceExtInfo: JSONObject?
    /// The URL that a tap opens.
    public let action: String?
    /// `orpheus` or `client_customized`.
    public let actionType: String?
    /// Whether it can be played.
    public let valid: Bool
    /// The algorithm that chose it.
    public let alg: String?
    /// The text to log on a tap.
    public let logInfo: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        resourceType = try json.require("resourceType")
        resourceId = try json.require("resourceId")
        resourceUrl = json.take("resourceUrl")
        uiElement = try json.require("uiElement")
        resourceExtInfo = json.take("resourceExtInfo")
        action = json.take("action")
        actionType = json.take("actionType")
        valid = json.take("valid") ?? true
        alg = json.take("alg")
        logInfo = json.take("logInfo")
    }
}
