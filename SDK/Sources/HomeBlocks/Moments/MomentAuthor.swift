/// Who a moment is from.
public struct MomentAuthor: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// The name.
    public let name: String
    /// The address of the portrait.
    public let avatarUrl: String
    /// The address of the picture behind the portrait.
    public let coverUrl: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        name = try json.require("name")
        avatarUrl = try json.require("avatarUrl")
        coverUrl = json.take("coverUrl")
    }
}
