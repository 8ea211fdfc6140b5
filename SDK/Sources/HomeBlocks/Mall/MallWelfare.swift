/// What the wallet card shows.
public struct MallWelfare: MallEntry {
    public let json: JSONObject
    public let item: MallItem
    /// What is in the wallet, in ``currency``.
    public let balance: Double?
    /// The currency, as three letters (ISO 4217).
    public let currency: String?
    /// The points that were collected.
    public let points: Int?
    /// The coupons that can be used.
    public let coupons: [MallCoupon]

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        item = try MallItem(json: json)
        balance = json.take("balance")
        currency = json.take("currency")
        points = json.take("points")
        coupons = json.take("coupons") ?? []
    }
}
