public import HomeBlocks

/// One version of a block, completed to the wire format and encoded. It never changes, so it is made once.
public struct RenderedBlock: Sendable {
    public let code: String
    /// The block of the document, as JSON.
    public let bytes: [UInt8]
    /// The round menu entries, if the layout is the one that holds them.
    public let menus: [JSONValue]
    /// How many cards it has.
    public let itemCount: Int
    /// When it is seen, without its content.
    private let visibility: BlockResource
    private let isEmpty: Bool
    private let items: JSONPointer?

    /// Completes and encodes a block. `type` is its layout; a layout that is gone shows nothing.
    public init(_ block: BlockResource, type: BlockType?) {
        code = block.blockCode
        let completed = Self.completed(block)
        bytes = JSONValue.object(completed).encoded
        isEmpty = type?.isEmpty(block.content) ?? true
        items = type?.items
        itemCount = type?.items(of: block.content).count ?? 0
        menus = block.showType == "DRAGON_BALL" ? Menus.entries(of: block.content) : []
        var visibility = block
        visibility.content = [:]
        self.visibility = visibility
    }

    /// Whether the section stands in the document at an instant.
    public func isShown(at now: Instant) -> Bool { !isEmpty && visibility.isVisible(at: now) }

    /// The next instant at which that changes.
    public func nextChange(after now: Instant) -> Instant? { isEmpty ? nil : visibility.nextChange(after: now) }

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

    private static func completed(_ block: BlockResource) -> JSONObject {
        var fields = always.merging(block.content, uniquingKeysWith: { $1 })
        fields["blockCode"] = .string(block.blockCode)
        fields["showType"] = .string(block.showType)
        var element = fields["uiElement"]?.object ?? [:]
        if element["rcmdShowType"] == nil { element["rcmdShowType"] = "DEFAULT" }
        fields["uiElement"] = .object(element)
        return fields
    }
}
