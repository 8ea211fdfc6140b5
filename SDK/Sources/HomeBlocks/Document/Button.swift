/// A button.
public struct Button: JSONModel {
    public let json: JSONObject
    /// Where it leads.
    public let action: String?
    /// `orpheus` or `client_customized`.
    public let actionType: String?
    /// Its label.
    public let text: String

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        action = json.take("action")
        actionType = json.take("actionType")
        text = try json.require("text")
    }
}
