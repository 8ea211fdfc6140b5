/// One entry of the music video section.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct MlogEntry: Codable, Sendable, Equatable {
    /// Its identity.
    public var id: String
    /// Kind of entry.
    public var type: Int
    /// Kind of its data.
    public var mlogBaseDataType: Int
    /// `mlogBaseData`, `mlogExtVO`, `userProfile`, `status`, `shareUrl`.
    public var resource: JSONObject
    /// The algorithm that chose it.
    public var alg: String
    /// Text to log with a tap.
    public var logInfo: String
    /// Which field matched.
    public var matchField: Int
    /// Whether it is from around here.
    public var sameCity: Bool
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        id = try fields.require("id")
        type = try fields.require("type")
        mlogBaseDataType = try fields.require("mlogBaseDataType")
        resource = try fields.require("resource")
        alg = try fields.require("alg")
        logInfo = try fields.require("logInfo")
        matchField = try fields.require("matchField")
        sameCity = try fields.require("sameCity")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("id", id)
        try fields.put("type", type)
        try fields.put("mlogBaseDataType", mlogBaseDataType)
        try fields.put("resource", resource)
        try fields.put("alg", alg)
        try fields.put("logInfo", logInfo)
        try fields.put("matchField", matchField)
        try fields.put("sameCity", sameCity)
    }
}
