/// A cell of a grid.
public struct DemoGridItem: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// Its title.
    public let title: String
    /// The address of its picture.
    public let imageUrl: String
    /// Where a tap leads.
    public let url: String?
    /// A short label in its corner.
    public let badge: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        imageUrl = try json.require("imageUrl")
        url = json.take("url")
        badge = json.take("badge")
    }
}
