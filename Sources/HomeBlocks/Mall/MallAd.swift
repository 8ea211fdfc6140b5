/// An advertisement of the mall page.
public struct MallAd: JSONModel, Identifiable {
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
    /// The colour behind it, as `#RRGGBB`.
    public let backgroundColor: String?
    /// Its price, in ``currency``.
    public let price: Double?
    /// The currency, as three letters (ISO 4217).
    public let currency: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        subtitle = json.take("subtitle")
        imageUrl = try json.require("imageUrl")
        url = try json.require("url")
        badge = json.take("badge")
        backgroundColor = json.take("backgroundColor")
        price = json.take("price")
        currency = json.take("currency")
    }
}
