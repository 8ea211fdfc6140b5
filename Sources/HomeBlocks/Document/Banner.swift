/// One picture of the banner section.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct Banner: Codable, Sendable, Equatable {
    /// Its identity.
    public var bannerId: String
    /// The address of the picture.
    public var pic: String
    /// `red` or `blue`.
    public var titleColor: String
    /// The label in the corner.
    public var typeTitle: String
    /// What it leads to; 64 bits.
    public var targetId: Int
    /// 1 song, 10 album, 1000 playlist, 1004 video, 3000 address.
    public var targetType: Int
    /// The address, for target type 3000.
    public var url: String?
    /// Identity of the request that chose it.
    public var requestId: String
    /// Whether it is exclusive.
    public var exclusive: Bool
    /// Text to log with a tap.
    public var scm: String
    /// Whether to mark it as advertising.
    public var showAdTag: Bool
    /// The target as text.
    public var encodeId: String
    /// The song, for target type 1.
    public var song: JSONObject?
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        bannerId = try fields.require("bannerId")
        pic = try fields.require("pic")
        titleColor = try fields.require("titleColor")
        typeTitle = try fields.require("typeTitle")
        targetId = try fields.require("targetId")
        targetType = try fields.require("targetType")
        url = fields.take("url")
        requestId = try fields.require("requestId")
        exclusive = try fields.require("exclusive")
        scm = try fields.require("scm")
        showAdTag = try fields.require("showAdTag")
        encodeId = try fields.require("encodeId")
        song = fields.take("song")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("bannerId", bannerId)
        try fields.put("pic", pic)
        try fields.put("titleColor", titleColor)
        try fields.put("typeTitle", typeTitle)
        try fields.put("targetId", targetId)
        try fields.put("targetType", targetType)
        try fields.put("url", url)
        try fields.put("requestId", requestId)
        try fields.put("exclusive", exclusive)
        try fields.put("scm", scm)
        try fields.put("showAdTag", showAdTag)
        try fields.put("encodeId", encodeId)
        try fields.put("song", song)
    }
}
