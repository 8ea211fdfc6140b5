/// What a card holds: a playlist, a song, an album, an event.
public struct Resource: JSONModel {
    public let json: JSONObject
    /// `list`, `song`, `album`, `digitalAlbum`, `dragon_ball` and so on.
    public let resourceType: String
    /// Its identity.
    public let resourceId: String
    /// Its address.
    public let resourceUrl: String?
    /// What it shows.
    public let uiElement: UIElement
    /// Figures and parts, by kind: playCount, artists, songData, startTime and so on.
    public let resourceExtInfo: JSONObject?
    /// Where a tap leads.
    public let action: String?
    /// `orpheus` or `client_customized`.
    public let actionType: String?
    /// Whether it can be played.
    public let valid: Bool
    /// The algorithm that chose it.
    public let alg: String?
    /// Text to log with a tap.
    public let logInfo: String?

    public init(json: JSONObject) throws(JSONFault) {
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
