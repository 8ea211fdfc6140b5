/// The response of `GET /homepage/dragon/ball`: the round menu entries.
public struct Menus: JSONModel {
    public let json: JSONObject
    /// 200 on success.
    public let code: Int
    /// The entries, in display order; one that cannot be read is left out.
    public let data: [Menu]
    /// Empty on success.
    public let message: String

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        code = json.take("code") ?? 200
        let values: [JSONValue] = try json.require("data")
        data = values.compactMap { try? Menu.read($0) }
        message = json.take("message") ?? ""
    }
}

/// One round menu entry.
public struct Menu: JSONModel {
    public let json: JSONObject
    /// Its identity; negative for built-in entries.
    public let id: Int
    /// The label.
    public let name: String
    /// The address of the icon, absolute or relative to the server.
    public let iconUrl: String
    /// The address that a tap opens.
    public let url: String?
    /// Whether the icon takes the colour of the skin.
    public let skinSupport: Bool
    /// `RCMD_MODE`.
    public let homepageMode: String?
    /// nil for an entry that always works.
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
    /// The entries that the cards of a block of the layout `DRAGON_BALL` stand for, in order.
    public static func entries(ofCards content: JSONObject) -> [JSONObject] {
        (content["creatives"]?.array ?? []).flatMap { card in
            (card.object?["resources"]?.array ?? []).compactMap { entry(of: $0.object ?? [:]) }
        }
    }

    private static func entry(of resource: JSONObject) -> JSONObject? {
        let element = resource["uiElement"]?.object
        guard let id = resource["resourceId"]?.string.flatMap(Int64.init),
            let name = element?["mainTitle"]?.object?["title"]?.string,
            let icon = element?["image"]?.object?["imageUrl"]?.string,
            let url = resource["resourceUrl"]?.string ?? resource["action"]?.string
        else { return nil }
        let settings = resource["resourceExtInfo"]?.object
        return [
            "id": JSONValue(id), "name": .string(name), "iconUrl": .string(icon), "url": .string(url),
            "skinSupport": settings?["skinSupport"]?.bool.map { .bool($0) } ?? true, "homepageMode": "RCMD_MODE",
            "resourceState": resource["resourceState"] ?? .null,
        ]
    }
}
