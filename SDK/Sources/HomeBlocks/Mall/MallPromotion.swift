public import Foundation

/// An advertisement of the mall page.
public struct MallAd: MallEntry {
    public let json: JSONObject
    public private(set) var item: MallItem
    /// The URL of the picture for dark mode, absolute or relative to the server; nil if `imageUrl` is used in dark
    /// mode, too.
    public let imageUrlDark: String?
    /// The background colour, as `#RRGGBB`.
    public let backgroundColor: String?
    /// The price, in ``currency``.
    public let price: Double?
    /// The currency, as a three-letter code (ISO 4217).
    public let currency: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        item = try MallItem(json: json)
        imageUrlDark = json.take("imageUrlDark")
        backgroundColor = json.take("backgroundColor")
        price = json.take("price")
        currency = json.take("currency")
    }
}

extension MallAd: ListElement {
    mutating func setIdentity(_ id: Int) { item.setIdentity(id) }
}

/// A broadcast.
public struct MallBroadcast: MallEntry {
    public let json: JSONObject
    public private(set) var item: MallItem
    /// The name of the host.
    public let anchorName: String
    /// The URL of the host's picture.
    public let avatarUrl: String?
    /// The number of viewers.
    public let viewerCount: Int
    /// The start.
    public let startTime: Date?
    /// `upcoming`, `live` or `replay`.
    public let status: String

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        item = try MallItem(json: json)
        anchorName = try json.require("anchorName")
        avatarUrl = json.take("avatarUrl")
        viewerCount = try json.require("viewerCount")
        startTime = json.take("startTime").map(Date.init(milliseconds:))
        status = try json.require("status")
    }
}

extension MallBroadcast: ListElement {
    mutating func setIdentity(_ id: Int) { item.setIdentity(id) }
}

/// A message that scrolls across the top of the mall page.
public struct MallNotice: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity, unique within its list.
    public private(set) var id: Int
    /// The message.
    public let title: String
    /// The icon's URL, absolute or relative to the server.
    public let imageUrl: String?
    /// The URL that a tap opens.
    public let url: String?
    /// A short label for the corner.
    public let badge: String?
    /// The time of publication.
    public let publishTime: Date?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        imageUrl = json.take("imageUrl")
        url = json.take("url")
        badge = json.take("badge")
        publishTime = json.take("publishTime").map(Date.init(milliseconds:))
    }
}

extension MallNotice: ListElement {
    mutating func setIdentity(_ id: Int) { self.id = id }
}

/// A tab of the section that stays at the bottom.
public struct MallTab: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity, unique within its list.
    public private(set) var id: Int
    /// The title.
    public let title: String
    /// The line below the title.
    public let subtitle: String?
    /// The icon's URL, absolute or relative to the server.
    public let imageUrl: String?
    /// The URL that a tap opens.
    public let url: String
    /// A short label for the corner.
    public let badge: String?
    /// Whether it is initially selected.
    public let selected: Bool

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        subtitle = json.take("subtitle")
        imageUrl = json.take("imageUrl")
        url = try json.require("url")
        badge = json.take("badge")
        selected = json.take("selected") ?? false
    }
}

extension MallTab: ListElement {
    mutating func setIdentity(_ id: Int) { self.id = id }
}
