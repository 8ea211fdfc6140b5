/// One section of a page.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct Block: Codable, Sendable, Equatable {
    /// The section's identity within its page.
    public var blockCode: String
    /// Its layout, which may change over the years for the same code.
    public var showType: String
    /// Whether the reader may close the section.
    public var canClose: Bool
    /// Heading and button.
    public var uiElement: UIElement?
    /// Where a tap on the heading leads.
    public var action: String?
    /// `orpheus` or `client_customized`.
    public var actionType: String?
    /// The cards, in display order.
    public var creatives: [Creative]?
    /// Content of sections that have no cards.
    public var extInfo: ExtInfo?
    /// Ids of what the section shows, for song lists.
    public var resourceIdList: [String]?
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        blockCode = try fields.require("blockCode")
        showType = try fields.require("showType")
        canClose = try fields.require("canClose")
        uiElement = fields.take("uiElement")
        action = fields.take("action")
        actionType = fields.take("actionType")
        creatives = fields.take("creatives")
        extInfo = fields.take("extInfo")
        resourceIdList = fields.take("resourceIdList")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("blockCode", blockCode)
        try fields.put("showType", showType)
        try fields.put("canClose", canClose)
        try fields.put("uiElement", uiElement)
        try fields.put("action", action)
        try fields.put("actionType", actionType)
        try fields.put("creatives", creatives)
        try fields.put("extInfo", extInfo)
        try fields.put("resourceIdList", resourceIdList)
    }
}
