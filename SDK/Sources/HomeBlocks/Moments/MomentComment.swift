/// What somebody says of a moment.
public struct MomentComment: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// The name of who says it.
    public let name: String
    /// What is said.
    public let text: String
    /// The name of who is answered.
    public let replyTo: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        name = try json.require("name")
        text = try json.require("text")
        replyTo = json.take("replyTo")
    }
}
