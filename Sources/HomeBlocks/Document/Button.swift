/// A button.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct Button: Codable, Sendable, Equatable {
    /// Where it leads.
    public var action: String
    /// `orpheus` or `client_customized`.
    public var actionType: String
    /// Its label.
    public var text: String
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        action = try fields.require("action")
        actionType = try fields.require("actionType")
        text = try fields.require("text")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("action", action)
        try fields.put("actionType", actionType)
        try fields.put("text", text)
    }
}
