/// An advertisement of the mall page.
public struct MallAd: MallEntry {
    public let json: JSONObject
    public let item: MallItem
    /// The colour behind it, as `#RRGGBB`.
    public let backgroundColor: String?
    /// Its price, in ``currency``.
    public let price: Double?
    /// The currency, as three letters (ISO 4217).
    public let currency: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        item = try MallItem(json: json)
        backgroundColor = json.take("backgroundColor")
        price = json.take("price")
        currency = json.take("currency")
    }
}
