/// The texts, the picture and the button of a section, a card or a resource.
public struct UIElement: JSONModel {
    public let json: JSONObject
    /// The main title.
    public let mainTitle: Title?
    /// The heading of a section, or the second line of a card.
    public let subTitle: Title?
    /// The picture.
    public let image: Picture?
    /// Short labels.
    public let labelTexts: [String]?
    /// The button.
    public let button: Button?
    /// `DEFAULT` unless the section says otherwise.
    public let rcmdShowType: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        mainTitle = json.take("mainTitle")
        subTitle = json.take("subTitle")
        image = json.take("image")
        labelTexts = json.take("labelTexts")
        button = json.take("button")
        rcmdShowType = json.take("rcmdShowType")
    }
}

/// A line of text.
public struct Title: JSONModel {
    public let json: JSONObject
    /// The text.
    public let title: String
    /// A picture to show with it.
    public let titleImgUrl: String?
    /// `songRcmdTag` or `songRcmdFromComment`.
    public let titleType: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        title = try json.require("title")
        titleImgUrl = json.take("titleImgUrl")
        titleType = json.take("titleType")
    }
}

/// A picture.
public struct Picture: JSONModel {
    public let json: JSONObject
    /// The URL, absolute or relative to the server.
    public let imageUrl: String
    /// Whether it is shown without text.
    public let purePicture: Bool?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        imageUrl = try json.require("imageUrl")
        purePicture = json.take("purePicture")
    }
}

/// A button.
public struct Button: JSONModel {
    public let json: JSONObject
    /// The URL that it opens.
    public let action: String?
    /// `orpheus` or `client_customized`.
    public let actionType: String?
    /// The label.
    public let text: String

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        action = json.take("action")
        actionType = json.take("actionType")
        text = try json.require("text")
    }
}
