public import Foundation

/// The content of the wallet card.
public struct MallWelfare: MallEntry {
    public let json: JSONObject
    public let item: MallItem
    /// The balance of the wallet, in ``currency``.
    public let balance: Double?
    /// The currency, as a three-letter code (ISO 4217).
    public let currency: String?
    /// The collected points.
    public let points: Int?
    /// The usable coupons. A coupon that cannot be read is left out.
    public let coupons: [MallCoupon]

    public init(json: JSONObject) throws(JSONIssue) {
        var leftOut = LeftOut()
        try self.init(json: json, &leftOut)
    }

    init(json: JSONObject, _ leftOut: inout LeftOut) throws(JSONIssue) {
        self.json = json
        item = try MallItem(json: json)
        balance = json.take("balance")
        currency = json.take("currency")
        points = json.take("points")
        coupons = leftOut.cardsIfAny("coupons", of: json)
    }
}

/// A coupon of the wallet card.
public struct MallCoupon: JSONModel, Identifiable {
    public let json: JSONObject
    /// The identity, unique within its list.
    public private(set) var id: Int
    /// The title.
    public let title: String
    /// The discount.
    public let amount: Double
    /// The minimum price to use it.
    public let threshold: Double?
    /// The time of expiry.
    public let endTime: Date?
    /// The URL that a tap opens.
    public let url: String?

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        id = try json.require("id")
        title = try json.require("title")
        amount = try json.require("amount")
        threshold = json.take("threshold")
        endTime = json.take("endTime").map(Date.init(milliseconds:))
        url = json.take("url")
    }
}

extension MallCoupon: ListElement {
    mutating func setIdentity(_ id: Int) { self.id = id }
}
