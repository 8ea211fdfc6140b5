/// Figures of a card.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct CreativeExtInfo: Codable, Sendable, Equatable {
    /// How often it was played.
    public var playCount: Int
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        playCount = try fields.require("playCount")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("playCount", playCount)
    }
}
