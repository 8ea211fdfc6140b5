/// A card of a section.
public struct Creative: JSONModel {
    public let json: JSONObject
    /// What kind of card it is.
    public let creativeType: String
    /// Zero on nearly every card: the order of the array is the order.
    public let position: Int
    /// Identity of the card.
    public let creativeId: String?
    /// Where a tap leads.
    public let action: String?
    /// `orpheus` or `client_customized`.
    public let actionType: String?
    /// What the card shows.
    public let uiElement: UIElement?
    /// What the card holds; absent for voice lists.
    public let resources: [Resource]?
    /// Figures of a voice list.
    public let creativeExtInfoVO: CreativeExtInfo?
    /// The algorithm that chose it.
    public let alg: String?
    /// Text to log with a tap.
    public let logInfo: String?
    /// A code of the card.
    public let code: String?
    /// Where it comes from.
    public let source: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        creativeType = try json.require("creativeType")
        position = json.take("position") ?? 0
        creativeId = json.take("creativeId")
        action = json.take("action")
        actionType = json.take("actionType")
        uiElement = json.take("uiElement")
        resources = json.take("resources")
        creativeExtInfoVO = json.take("creativeExtInfoVO")
        alg = json.take("alg")
        logInfo = json.take("logInfo")
        code = json.take("code")
        source = json.take("source")
    }
}
