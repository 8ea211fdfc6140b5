/// A text.
public struct DemoText: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// What it says.
    public let text: String

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        text = try json.require("text")
    }
}
