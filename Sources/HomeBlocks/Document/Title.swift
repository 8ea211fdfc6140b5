/// A line of text.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct Title: Codable, Sendable, Equatable {
    /// The text.
    public var title: String
    /// A picture to show with it.
    public var titleImgUrl: String?
    /// `songRcmdTag` or `songRcmdFromComment`.
    public var titleType: String?
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        title = try fields.require("title")
        titleImgUrl = fields.take("titleImgUrl")
        titleType = fields.take("titleType")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("title", title)
        try fields.put("titleImgUrl", titleImgUrl)
        try fields.put("titleType", titleType)
    }
}
