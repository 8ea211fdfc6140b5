/// The response of `GET /homepage/dragon/ball`: the round menu entries.
public struct Menus: JSONModel {
    public let json: JSONObject
    /// 200 on success.
    public let code: Int
    /// The entries, in display order. An entry that cannot be read is left out.
    public let data: [Menu]
    /// The reasons why entries are left out. Pointers are relative to the response.
    public let issues: [JSONIssue]
    /// Empty on success.
    public let message: String

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        code = json.take("code") ?? 200
        let list: ReadableArray<Menu> = try json.require("data")
        var leftOut = LeftOut()
        data = leftOut.each(of: list, in: "data") { entry, _ in entry }
        issues = leftOut.issues
        message = json.take("message") ?? ""
    }
}

extension Menu: ListElement {
    mutating func setIdentity(_ id: Int) { self.id = id }
}

/// One round menu entry.
public struct Menu: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity, unique within its list; negative for built-in entries.
    public private(set) var id: Int
    /// The label.
    public let name: String
    /// The icon's URL, absolute or relative to the server.
    public let iconUrl: String
    /// The URL that a tap opens.
    public let url: String?
    /// Whether the icon is tinted in the colour of the skin.
    public let skinSupport: Bool
    /// The mode: `RCMD_MODE`.
    public let homepageMode: String?
    /// The state; nil for an entry that is always available.
    public let resourceState: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        name = try json.require("name")
        iconUrl = try json.require("iconUrl")
        url = json.take("url")
        skinSupport = json.take("skinSupport") ?? true
        homepageMode = json.take("homepageMode")
        resourceState = json.take("resourceState")
    }
}

extension Menu {
    /// Converts the cards of a block with the layout `DRAGON_BALL` to entries, in order. An entry that cannot be read
    /// is left out.
    public static func entries(ofCards content: JSONObject) -> [JSONObject] {
        var leftOut = LeftOut()
        return entries(ofCards: content, &leftOut)
    }

    static func entries(ofCards content: JSONObject, _ leftOut: inout LeftOut) -> [JSONObject] {
        guard let cards: ReadableArray<JSONObject> = content.take("creatives") else { return [] }
        let entries = leftOut.each(of: cards, in: "creatives") { card, leftOut throws(JSONIssue) in
            let resources: ReadableArray<JSONObject> = try card.require("resources")
            return leftOut.each(of: resources, in: "resources") { resource, _ throws(JSONIssue) in
                try entry(of: resource)
            }
        }
        return entries.flatMap(\.self)
    }

    private static func entry(of resource: JSONObject) throws(JSONIssue) -> JSONObject {
        let text: String = try resource.require("resourceId")
        guard let id = Int64(text) else {
            throw JSONIssue("is not a 64-bit integer in a string", kind: .wrongType, at: JSONPointer(["resourceId"]))
        }
        let element: JSONObject = try resource.require("uiElement")
        let (name, icon): (Title, Picture)
        do {
            (name, icon) = (try element.require("mainTitle"), try element.require("image"))
        } catch {
            throw error.inside("uiElement")
        }
        let url: String =
            if let url: String = resource.take("resourceUrl") { url } else { try resource.require("action") }
        let settings = resource["resourceExtInfo"]?.object
        return [
            "id": JSONValue(id), "name": .string(name.title), "iconUrl": .string(icon.imageUrl), "url": .string(url),
            "skinSupport": settings?["skinSupport"]?.bool.map { .bool($0) } ?? true, "homepageMode": "RCMD_MODE",
            "resourceState": resource["resourceState"] ?? .null,
        ]
    }
}
