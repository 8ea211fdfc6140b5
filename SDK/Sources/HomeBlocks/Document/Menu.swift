/// One round menu entry.
public struct Menu: JSONModel {
    public let json: JSONObject
    /// Its identity; negative for built-in entries.
    public let id: Int
    /// Its label.
    public let name: String
    /// The address of its icon.
    public let iconUrl: String
    /// Where a tap leads.
    public let url: String?
    /// Whether the icon takes the colour of the skin.
    public let skinSupport: Bool
    /// `RCMD_MODE`.
    public let homepageMode: String?
    /// nil for an entry that always works.
    public let resourceState: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        name = try json.require("name")
        iconUrl = try json.require("iconUrl")
        url = json.take("url")
        skinSupport = json.take("skinSupport") ?? true
        homepageMode = json.take("homepageMode")
        resourceState = json.take("resourceState")
    }
}
