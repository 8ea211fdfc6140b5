/// A picture.
public struct DemoImage: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// Its address.
    public let imageUrl: String
    /// How wide it is, in pixels.
    public let width: Int
    /// How high it is, in pixels.
    public let height: Int
    /// What it shows, for those who cannot see it.
    public let title: String?
    /// Where a tap leads.
    public let url: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        imageUrl = try json.require("imageUrl")
        width = try json.require("width")
        height = try json.require("height")
        title = json.take("title")
        url = json.take("url")
    }
}
