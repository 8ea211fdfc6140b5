/// One round menu entry.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct Menu: Codable, Sendable, Equatable {
    /// Its identity; negative for built-in entries.
    public var id: Int
    /// Its label.
    public var name: String
    /// The address of its icon.
    public var iconUrl: String
    /// Where a tap leads.
    public var url: String
    /// Whether the icon takes the colour of the skin.
    public var skinSupport: Bool
    /// `RCMD_MODE`.
    public var homepageMode: String
    /// nil for an entry that always works.
    public var resourceState: String?
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        id = try fields.require("id")
        name = try fields.require("name")
        iconUrl = try fields.require("iconUrl")
        url = try fields.require("url")
        skinSupport = try fields.require("skinSupport")
        homepageMode = try fields.require("homepageMode")
        resourceState = fields.take("resourceState")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("id", id)
        try fields.put("name", name)
        try fields.put("iconUrl", iconUrl)
        try fields.put("url", url)
        try fields.put("skinSupport", skinSupport)
        try fields.put("homepageMode", homepageMode)
        try fields.put("resourceState", resourceState)
    }
}
