import HomeBlocks

/// One form of a block, completed to the wire format and encoded.
public struct RenderedContent: Sendable {
    /// The block of the document, as JSON.
    public let bytes: [UInt8]
    /// The round menu entries, if the layout is the one that holds them.
    let menus: [JSONValue]
    /// How many cards it has.
    public let itemCount: Int
    private let items: JSONPointer?
    /// The block with all that there is of its cards, if ``bytes`` has less.
    private let wholeBytes: [UInt8]?

    /// Completes and encodes a block; nil if it has nothing to show, or its layout is gone.
    init?(_ content: JSONObject, code: String, showType: String, _ catalog: BlockTypeCatalog) {
        guard let type = catalog[showType], !type.isEmpty(content) else { return nil }
        let whole = JSONValue.object(Self.completed(content, code: code, showType: showType))
        let summarized = Self.summarized(whole, type)
        bytes = (summarized ?? whole).encoded
        wholeBytes = summarized == nil ? nil : whole.encoded
        items = type.items
        itemCount = type.items(of: content).count
        menus = showType == "DRAGON_BALL" ? Menu.entries(ofCards: content).map(JSONValue.object) : []
    }

    /// Its cards, each as JSON. They are read out of the encoded block, since few clients ask for single cards.
    public func itemBytes() -> [[UInt8]] {
        guard let items, let block = try? JSONValue(parsing: wholeBytes ?? bytes, limits: .stored) else {
            return []
        }
        return block[pointer: items]?.array?.map(\.encoded) ?? []
    }

    /// The block with only what its layout tells of each card; nil if that is everything.
    private static func summarized(_ block: JSONValue, _ type: BlockType) -> JSONValue? {
        guard let summary = type.summary, let items = type.items, let cards = block[pointer: items]?.array else {
            return nil
        }
        let short = cards.map { card in
            card.object.map { .object($0.filter { summary.contains(JSONString($0.key)) }) } ?? card
        }
        return block.setting(.array(short), at: items)
    }

    /// Fields that every client may rely on, with what they have unless the block says otherwise.
    private static let always: JSONObject = [
        "canClose": false, "dislikeShowType": 0, "blockStyle": 0, "canFeedback": false, "blockDemote": false,
        "sort": 0,
    ]

    private static func completed(_ content: JSONObject, code: String, showType: String) -> JSONObject {
        var fields = always.merging(content, uniquingKeysWith: { $1 })
        fields["blockCode"] = .string(code)
        fields["showType"] = .string(showType)
        var element = fields["uiElement"]?.object ?? [:]
        if element["rcmdShowType"] == nil { element["rcmdShowType"] = "DEFAULT" }
        fields["uiElement"] = .object(element)
        return fields
    }
}
