/// A picture.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct Picture: Codable, Sendable, Equatable {
    /// Its address, absolute or relative to the server.
    public var imageUrl: String
    /// Whether it is shown without text.
    public var purePicture: Bool?
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        imageUrl = try fields.require("imageUrl")
        purePicture = fields.take("purePicture")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("imageUrl", imageUrl)
        try fields.put("purePicture", purePicture)
    }
}
