/// A review.
public struct Review: NewsArticle {
    public let json: JSONObject
    public let facts: NewsFacts
    /// What the author thinks of it, from 0 to 10.
    public let rating: Double

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        facts = try NewsFacts(json: json)
        rating = try json.require("rating")
    }
}
