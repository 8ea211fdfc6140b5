/// The answer of `GET /homepage`: an envelope around the page.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct HomePage: Codable, Sendable, Equatable {
    /// 200 on success.
    public var code: Int
    /// The page.
    public var data: HomePageData
    /// Empty on success.
    public var message: String
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        code = try fields.require("code")
        data = try fields.require("data")
        message = try fields.require("message")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("code", code)
        try fields.put("data", data)
        try fields.put("message", message)
    }
}
