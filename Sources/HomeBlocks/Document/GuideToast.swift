/// Hints to show once.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct GuideToast: Codable, Sendable, Equatable {
    /// Whether there are any.
    public var hasGuideToast: Bool
    /// The hints.
    public var toastList: [JSONValue]
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        hasGuideToast = try fields.require("hasGuideToast")
        toastList = try fields.require("toastList")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("hasGuideToast", hasGuideToast)
        try fields.put("toastList", toastList)
    }
}
