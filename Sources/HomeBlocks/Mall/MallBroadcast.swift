public import Foundation

/// A broadcast.
public struct MallBroadcast: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// Its title.
    public let title: String
    /// The line below the title.
    public let subtitle: String?
    /// The address of its picture.
    public let imageUrl: String
    /// Where a tap leads.
    public let url: String
    /// A short label in its corner.
    public let badge: String?
    /// Who hosts it.
    public let anchorName: String
    /// The address of the host's picture.
    public let avatarUrl: String?
    /// How many watch.
    public let viewerCount: Int
    /// When it begins.
    public let startTime: Date?
    /// `upcoming`, `live` or `replay`.
    public let status: String

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        subtitle = json.take("subtitle")
        imageUrl = try json.require("imageUrl")
        url = try json.require("url")
        badge = json.take("badge")
        anchorName = try json.require("anchorName")
        avatarUrl = json.take("avatarUrl")
        viewerCount = try json.require("viewerCount")
        startTime = json.take("startTime").map(Date.init(milliseconds:))
        status = try json.require("status")
    }
}
