public import Foundation

/// A broadcast.
public struct MallBroadcast: MallEntry {
    public let json: JSONObject
    public let item: MallItem
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
        item = try MallItem(json: json)
        anchorName = try json.require("anchorName")
        avatarUrl = json.take("avatarUrl")
        viewerCount = try json.require("viewerCount")
        startTime = json.take("startTime").map(Date.init(milliseconds:))
        status = try json.require("status")
    }
}
