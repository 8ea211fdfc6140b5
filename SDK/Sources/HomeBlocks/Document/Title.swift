/// A line of text.
public struct Title: JSONModel {
    public let json: JSONObject
    /// The text.
    public let title: String
    /// A picture to show with it.
    public let titleImgUrl: String?
    /// `songRcmdTag` or `songRcmdFromComment`.
    public let titleType: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        title = try json.require("title")
        titleImgUrl = json.take("titleImgUrl")
        titleType = json.take("titleType")
    }
}
