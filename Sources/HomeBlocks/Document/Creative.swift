/// A card of a section.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct Creative: Codable, Sendable, Equatable {
    /// What kind of card it is.
    public var creativeType: String
    /// Zero on nearly every card: the order of the array is the order.
    public var position: Int
    /// Identity of the card.
    public var creativeId: String?
    /// Where a tap leads.
    public var action: String?
    /// `orpheus` or `client_customized`.
    public var actionType: String?
    /// What the card shows.
    public var uiElement: UIElement?
    /// What the card holds; absent for voice lists.
    public var resources: [Resource]?
    /// Figures of a voice list.
    public var creativeExtInfoVO: CreativeExtInfo?
    /// The algorithm that chose it.
    public var alg: String?
    /// Text to log with a tap.
    public var logInfo: String?
    /// A code of the card.
    public var code: String?
    /// Where it comes from.
    public var source: String?
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        creativeType = try fields.require("creativeType")
        position = try fields.require("position")
        creativeId = fields.take("creativeId")
        action = fields.take("action")
        actionType = fields.take("actionType")
        uiElement = fields.take("uiElement")
        resources = fields.take("resources")
        creativeExtInfoVO = fields.take("creativeExtInfoVO")
        alg = fields.take("alg")
        logInfo = fields.take("logInfo")
        code = fields.take("code")
        source = fields.take("source")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("creativeType", creativeType)
        try fields.put("position", position)
        try fields.put("creativeId", creativeId)
        try fields.put("action", action)
        try fields.put("actionType", actionType)
        try fields.put("uiElement", uiElement)
        try fields.put("resources", resources)
        try fields.put("creativeExtInfoVO", creativeExtInfoVO)
        try fields.put("alg", alg)
        try fields.put("logInfo", logInfo)
        try fields.put("code", code)
        try fields.put("source", source)
    }
}
