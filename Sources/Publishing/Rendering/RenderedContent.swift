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

    /// Completes and encodes a block; nil if it has nothing to show, or its layout is gone.
    init?(_ content: JSONObject, code: String, showType: String, _ catalog: BlockTypeCatalog) {
        guard let type = catalog[showType], !type.isEmpty(content) else { return nil }
        bytes = JSONValue.object(Self.completed(content, code: code, showType: showType)).encoded
        items = type.items
        itemCount = type.items(of: content).count
        menus = showType == "DRAGON_BALL" ? Menus.entries(of: content) : []
    }

    /// Its cards, each as JSON. They are read out of ``bytes``, since few clients ask for single cards.
    public func itemBytes() -> [[UInt8]] {
        guard let items, let block = try? JSONValue(parsing: bytes, limits: JSONLimits(depth: 128)) else { return [] }
        return block[pointer: items]?.array?.map(\.encoded) ?? []
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
