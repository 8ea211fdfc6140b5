/// A picture of a moment.
public struct MomentImage: JSONModel {
    public let json: JSONObject
    /// Its address.
    public let imageUrl: String
    /// How wide it is, in pixels.
    public let width: Int
    /// How high it is, in pixels.
    public let height: Int

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        imageUrl = try json.require("imageUrl")
        width = try json.require("width")
        height = try json.require("height")
    }
}
