/// A trailer.
public struct Trailer: NewsArticle {
    public let json: JSONObject
    public let facts: NewsFacts
    /// How long it is, in seconds.
    public let length: Int

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        facts = try NewsFacts(json: json)
        length = try json.require("length")
    }
}
