public import Foundation

/// A coupon of the wallet card.
public struct MallCoupon: JSONModel, Identifiable {
    public let json: JSONObject
    /// Its identity.
    public let id: Int
    /// Its title.
    public let title: String
    /// What it takes off the price.
    public let amount: Double
    /// The price from which it can be used.
    public let threshold: Double?
    /// When it expires.
    public let endTime: Date?
    /// Where a tap leads.
    public let url: String?

    public init(json: JSONObject) throws(JSONFault) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        amount = try json.require("amount")
        threshold = json.take("threshold")
        endTime = json.take("endTime").map(Date.init(milliseconds:))
        url = json.take("url")
    }
}
