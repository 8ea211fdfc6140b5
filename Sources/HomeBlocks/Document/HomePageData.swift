/// A home page: its sections in display order and how the app should treat them.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct HomePageData: Codable, Sendable, Equatable {
    /// Where the next page begins; nil unless the request asked for pages. Send it back verbatim.
    public var cursor: String?
    /// The sections, in display order.
    public var blocks: [Block]
    /// Whether there is a next page.
    public var hasMore: Bool
    /// Settings for the whole page.
    public var pageConfig: PageConfig
    /// Hints to show once.
    public var guideToast: GuideToast
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        cursor = fields.take("cursor")
        blocks = try fields.require("blocks")
        hasMore = try fields.require("hasMore")
        pageConfig = try fields.require("pageConfig")
        guideToast = try fields.require("guideToast")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("cursor", cursor)
        try fields.put("blocks", blocks)
        try fields.put("hasMore", hasMore)
        try fields.put("pageConfig", pageConfig)
        try fields.put("guideToast", guideToast)
    }
}
