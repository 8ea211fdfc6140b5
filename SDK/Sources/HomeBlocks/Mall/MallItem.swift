/// What most entries of the mall page's sections have.
public struct MallItem: JSONModel, Identifiable {
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

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        subtitle = json.take("subtitle")
        imageUrl = try json.require("imageUrl")
        url = try json.require("url")
        badge = json.take("badge")
    }
}

/// An entry of a section of the mall page: a ``MallItem``, whose members can be read directly, and more.
@dynamicMemberLookup public protocol MallEntry: JSONModel, Identifiable where ID == Int {
    /// What it has in common with other entries.
    var item: MallItem { get }
}

extension MallEntry {
    public var id: Int { item.id }

    public subscript<Member>(dynamicMember path: KeyPath<MallItem, Member>) -> Member { item[keyPath: path] }
}

/// An entry of a navigation section, or the best seller beside the broadcasts.
public struct MallNavigation: MallEntry {
    public let json: JSONObject
    public let item: MallItem
    /// Whether it is only for readers who have signed in.
    public let needsLogin: Bool

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        item = try MallItem(json: json)
        needsLogin = json.take("needsLogin") ?? false
    }
}

/// Another merchant.
public struct MallShop: MallEntry {
    public let json: JSONObject
    public let item: MallItem
    /// What it sells.
    public let category: String?
    /// What others think of it, up to 5.
    public let rating: Double?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        item = try MallItem(json: json)
        category = json.take("category")
        rating = json.take("rating")
    }
}

/// Another service.
public struct MallService: MallEntry {
    public let json: JSONObject
    public let item: MallItem
    /// Its telephone number.
    public let phone: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        item = try MallItem(json: json)
        phone = json.take("phone")
    }
}

/// A service nearby.
public struct MallLocalService: MallEntry {
    public let json: JSONObject
    public let item: MallItem
    /// How far away it is, in kilometres.
    public let distance: Double?
    /// What others think of it, up to 5.
    public let rating: Double?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        item = try MallItem(json: json)
        distance = json.take("distance")
        rating = json.take("rating")
    }
}
