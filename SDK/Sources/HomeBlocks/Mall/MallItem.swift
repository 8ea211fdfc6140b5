/// What most entries of the mall page's sections have.
public struct MallItem: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// Its title.
    public let title: String
    /// The line below the title.
    public let subtitle: String?
    /// The address of its picture.
    public let imageUrl: String
    /// Where a tap leads.
    public let url: String
    /// A short label in its corner.
    public let badge: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        subtitle = json.take("subtitle")
        imageUrl = try json.require("imageUrl")
        url = try json.require("url")
        badge = json.take("badge")
    }
}
