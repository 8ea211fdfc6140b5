/// The members that most entries of the mall page's sections share.
public struct MallItem: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity, unique within its list.
    public private(set) var id: Int
    /// The title.
    public let title: String
    /// The line below the title.
    public let subtitle: String?
    /// The picture's URL, absolute or relative to the server.
    public let imageUrl: String
    /// The URL that a tap opens.
    public let url: String
    /// A short label for the corner.
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

extension MallItem: ListElement {
    mutating func setIdentity(_ id: Int) { self.id = id }
}

/// An entry of a section of the mall page: a ``MallItem``, whose members can be read directly, with additional members.
@dynamicMemberLookup public protocol MallEntry: JSONModel, Identifiable where ID == Int {
    /// The members that all entries share.
    var item: MallItem { get }
}

extension MallEntry {
    public var id: Int { item.id }

    /// A member that most entries share.
    public subscript<Member>(dynamicMember path: KeyPath<MallItem, Member>) -> Member { item[keyPath: path] }
}

/// An entry of a navigation section, or the best seller next to the broadcasts.
public struct MallNavigation: MallEntry {
    public let json: JSONObject
    public private(set) var item: MallItem
    /// Whether it is only for signed-in readers.
    public let needsLogin: Bool

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        item = try MallItem(json: json)
        needsLogin = json.take("needsLogin") ?? false
    }
}

extension MallNavigation: ListElement {
    mutating func setIdentity(_ id: Int) { item.setIdentity(id) }
}

/// Another merchant.
public struct MallShop: MallEntry {
    public let json: JSONObject
    public private(set) var item: MallItem
    /// The category of its goods.
    public let category: String?
    /// The mean rating by readers, from 0 to 5.
    public let rating: Double?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        item = try MallItem(json: json)
        category = json.take("category")
        rating = json.take("rating")
    }
}

extension MallShop: ListElement {
    mutating func setIdentity(_ id: Int) { item.setIdentity(id) }
}

/// Another service.
public struct MallService: MallEntry {
    public let json: JSONObject
    public private(set) var item: MallItem
    /// Its telephone number.
    public let phone: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        item = try MallItem(json: json)
        phone = json.take("phone")
    }
}

extension MallService: ListElement {
    mutating func setIdentity(_ id: Int) { item.setIdentity(id) }
}

/// A service nearby.
public struct MallLocalService: MallEntry {
    public let json: JSONObject
    public private(set) var item: MallItem
    /// The distance, in kilometres.
    public let distance: Double?
    /// The mean rating by readers, from 0 to 5.
    public let rating: Double?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        item = try MallItem(json: json)
        distance = json.take("distance")
        rating = json.take("rating")
    }
}

extension MallLocalService: ListElement {
    mutating func setIdentity(_ id: Int) { item.setIdentity(id) }
}
