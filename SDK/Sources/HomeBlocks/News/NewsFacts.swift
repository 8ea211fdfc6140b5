public import Foundation

/// What all items of a news page have.
public struct NewsFacts: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// Its title.
    public let title: String
    /// What it is about.
    public let summary: String?
    /// The address of its picture.
    public let imageUrl: String
    /// Where a tap leads.
    public let url: String?
    /// Who made it.
    public let author: String?
    /// When it was published.
    public let publishTime: Date?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        summary = json.take("summary")
        imageUrl = try json.require("imageUrl")
        url = json.take("url")
        author = json.take("author")
        publishTime = json.take("publishTime").map(Date.init(milliseconds:))
    }
}
