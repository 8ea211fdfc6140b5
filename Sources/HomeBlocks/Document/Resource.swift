/// What a card holds: a playlist, a song, an album, an event.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct Resource: Codable, Sendable, Equatable {
    /// `list`, `song`, `album`, `digitalAlbum`, `dragon_ball` and so on.
    public var resourceType: String
    /// Its identity.
    public var resourceId: String
    /// Its address.
    public var resourceUrl: String?
    /// What it shows.
    public var uiElement: UIElement
    /// Figures and parts, by kind: playCount, artists, songData, startTime and so on.
    public var resourceExtInfo: JSONObject?
    /// Where a tap leads.
    public var action: String
    /// `orpheus` or `client_customized`.
    public var actionType: String
    /// Whether it can be played.
    public var valid: Bool
    /// The algorithm that chose it.
    public var alg: String?
    /// Text to log with a tap.
    public var logInfo: String?
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        resourceType = try fields.require("resourceType")
        resourceId = try fields.require("resourceId")
        resourceUrl = fields.take("resourceUrl")
        uiElement = try fields.require("uiElement")
        resourceExtInfo = fields.take("resourceExtInfo")
        action = try fields.require("action")
        actionType = try fields.require("actionType")
        valid = try fields.require("valid")
        alg = fields.take("alg")
        logInfo = fields.take("logInfo")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("resourceType", resourceType)
        try fields.put("resourceId", resourceId)
        try fields.put("resourceUrl", resourceUrl)
        try fields.put("uiElement", uiElement)
        try fields.put("resourceExtInfo", resourceExtInfo)
        try fields.put("action", action)
        try fields.put("actionType", actionType)
        try fields.put("valid", valid)
        try fields.put("alg", alg)
        try fields.put("logInfo", logInfo)
    }
}
