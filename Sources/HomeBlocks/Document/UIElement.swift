/// What a section, a card or a resource shows.
///
/// Fields that the model does not name, and named ones with a value of another type, stay in ``other``.
public struct UIElement: Codable, Sendable, Equatable {
    /// The main line.
    public var mainTitle: Title?
    /// The heading of a section, the second line of a card.
    public var subTitle: Title?
    /// The picture.
    public var image: Picture?
    /// Short labels.
    public var labelTexts: [String]?
    /// The button.
    public var button: Button?
    /// `DEFAULT` unless the section says otherwise.
    public var rcmdShowType: String?
    /// Everything else that the object holds.
    public var other: JSONObject

    public init(from decoder: any Decoder) throws {
        var fields = try FieldDecoder(decoder)
        mainTitle = fields.take("mainTitle")
        subTitle = fields.take("subTitle")
        image = fields.take("image")
        labelTexts = fields.take("labelTexts")
        button = fields.take("button")
        rcmdShowType = fields.take("rcmdShowType")
        other = try fields.rest()
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = try FieldEncoder(encoder, rest: other)
        try fields.put("mainTitle", mainTitle)
        try fields.put("subTitle", subTitle)
        try fields.put("image", image)
        try fields.put("labelTexts", labelTexts)
        try fields.put("button", button)
        try fields.put("rcmdShowType", rcmdShowType)
    }
}
