/// A part of the cards of a section: the response of `GET /homepage/blocks/{code}/items`.
public struct CardPart: JSONModel {
    public let json: JSONObject
    /// The complete cards, in display order.
    public let items: [JSONValue]
    /// The cursor of the next part, to be sent unchanged.
    public let cursor: String?
    /// Whether there is a next part.
    public let hasMore: Bool

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        items = try json.require("items")
        cursor = json.take("cursor")
        hasMore = json.take("hasMore") ?? false
    }
}
