/// What the wallet card shows.
public struct MallWelfare: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// Its title.
    public let title: String
    /// The line below the title.
    public let subtitle: String?
    /// The address of its picture.
    public let imageUrl: String
    /// Where a tap leads.
    public let url: String
    /// A short label in its corner.
    public let badge: String?
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
        id = try json.require("id")
        title = try json.require("title")
        subtitle = json.take("subtitle")
        imageUrl = try json.require("imageUrl")
        url = try json.require("url")
        badge = json.take("badge")
        balance = json.take("balance")
        currency = json.take("currency")
        points = json.take("points")
        coupons = json.take("coupons") ?? []
    }
}
