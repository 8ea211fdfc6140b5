/// The order of a page's sections: the response of `GET /sort`.
///
/// Source: the sort model in an article on long home pages, with arbitrary sections instead of fifteen fixed ones.
public struct SectionSort: JSONModel {
    public let json: JSONObject
    /// The sections' codes in display order, without duplicates, including sections that are currently hidden.
    public let order: [String]
    private let ranks: [String: Int]

    public init(json: JSONObject) throws(JSONIssue) {
        self.json = json
        let codes: [String] = try json.require("order")
        var known: Set<String> = []
        order = codes.filter { known.insert($0).inserted }
        ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private init(_ order: [String]) {
        self.order = order
        ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        json = ["order": .array(order.map { .string($0) })]
    }

    /// The rank of a section, from 0; nil if the page has no such section.
    public subscript(code: String) -> Int? { ranks[code] }

    /// The order of the mall page until the server sends one.
    public static let mallDefault = SectionSort([
        "marquee", "beltAndRoad", "shoppingCarnival", "walletCard", "wallet", "otc", "hxPrefecture", "middleNav",
        "bottomNav", "otherMall", "otherService", "broadcast", "middleAd", "localService", "bottomFloat",
    ])
}
