/// A tab of the section that stays at the bottom.
public struct MallTab: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// Its title.
    public let title: String
    /// The line below the title.
    public let subtitle: String?
    /// The address of its icon.
    public let imageUrl: String?
    /// Where a tap leads.
    public let url: String
    /// A short label in its corner.
    public let badge: String?
    /// Whether it is the chosen one at first.
    public let selected: Bool

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        subtitle = json.take("subtitle")
        imageUrl = json.take("imageUrl")
        url = try json.require("url")
        badge = json.take("badge")
        selected = json.take("selected") ?? false
    }
}
