/// A service nearby.
public struct MallLocalService: MallEntry {
    public let json: JSONObject
    public let item: MallItem
    /// How far away it is, in kilometres.
    public let distance: Double?
    /// What others think of it, up to 5.
    public let rating: Double?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        item = try MallItem(json: json)
        distance = json.take("distance")
        rating = json.take("rating")
    }
}
