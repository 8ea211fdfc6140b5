public import HomeBlocks

/// What separates two revisions of a page.
public struct RevisionDifference: Sendable {
    /// A block that the two have in different versions; nil stands for not having it.
    public struct Block: Sendable {
        public let code: String
        public let old: BlockResource?
        public let new: BlockResource?

        public init(_ code: String, old: BlockResource?, new: BlockResource?) {
            self.code = code
            self.old = old
            self.new = new
        }
    }

    public let oldOrder: [String]
    public let newOrder: [String]
    /// By code.
    public let blocks: [Block]
    public let oldData: JSONObject
    public let newData: JSONObject

    public init(
        oldOrder: [String], newOrder: [String], blocks: [Block], oldData: JSONObject, newData: JSONObject
    ) {
        self.oldOrder = oldOrder
        self.newOrder = newOrder
        self.blocks = blocks.sorted { $0.code < $1.code }
        self.oldData = oldData
        self.newData = newData
    }

    public var isEmpty: Bool { oldOrder == newOrder && blocks.isEmpty && oldData == newData }

    /// The difference as JSON: the order's changes by code, the blocks' and the page-level fields' as JSON Patches.
    public var json: JSONObject {
        let summary = ChangeSummary(oldOrder: oldOrder, newOrder: newOrder, changed: [])
        let fields = JSONPatch.between(.object(oldData), .object(newData))
        return [
            "order": .object(summary.orderJSON), "blocks": .array(blocks.map(Self.json)), "data": .array(fields),
        ]
    }

    private static func json(_ block: Block) -> JSONValue {
        let (change, patch): (JSONValue, [JSONValue]) =
            switch (block.old, block.new) {
            case (let old?, let new?): ("changed", JSONPatch.between(.object(old.json), .object(new.json)))
            case (nil, let new?): ("added", [JSONPatch.step("add", JSONPointer(), .object(new.json))])
            // A document as a whole cannot be removed: what is left is null.
            default: ("removed", [JSONPatch.step("replace", JSONPointer(), .null)])
            }
        return ["blockCode": .string(block.code), "change": change, "patch": .array(patch)]
    }
}
