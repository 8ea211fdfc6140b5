/// What a section, a card or a resource shows.
public struct UIElement: JSONModel {
    public let json: JSONObject
    /// The main line.
    public let mainTitle: Title?
    /// The heading of a section, the second line of a card.
    public let subTitle: Title?
    /// The picture.
    public let image: Picture?
    /// Short labels.
    public let labelTexts: [String]?
    /// The button.
    public let button: Button?
    /// `DEFAULT` unless the section says otherwise.
    public let rcmdShowType: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        mainTitle = json.take("mainTitle")
        subTitle = json.take("subTitle")
        image = json.take("image")
        labelTexts = json.take("labelTexts")
        button = json.take("button")
        rcmdShowType = json.take("rcmdShowType")
    }
}
