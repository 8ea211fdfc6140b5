/// The content of the banner section.
public struct BannerList: Codable, Sendable, Equatable {
    /// The banners, in display order.
    public var banners: [Banner]
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        banners = try fields.require("banners")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("banners", banners)
    }
}
