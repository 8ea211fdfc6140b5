/// Another merchant.
public struct MallShop: MallEntry {
    public let json: JSONObject
    public let item: MallItem
    /// What it sells.
    public let category: String?
    /// What others think of it, up to 5.
    public let rating: Double?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        item = try MallItem(json: json)
        category = json.take("category")
        rating = json.take("rating")
    }
}
