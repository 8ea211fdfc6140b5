/// Somebody who likes a moment.
public struct MomentLike: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// The name.
    public let name: String

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        name = try json.require("name")
    }
}
