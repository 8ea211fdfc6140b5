public import Foundation

/// A message that runs across the top of the mall page.
public struct MallNotice: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// The message.
    public let title: String
    /// The address of its icon.
    public let imageUrl: String?
    /// Where a tap leads.
    public let url: String?
    /// A short label in its corner.
    public let badge: String?
    /// When it was published.
    public let publishTime: Date?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        imageUrl = json.take("imageUrl")
        url = json.take("url")
        badge = json.take("badge")
        publishTime = json.take("publishTime").map(Date.init(milliseconds:))
    }
}
