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
