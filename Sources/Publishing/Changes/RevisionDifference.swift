public import HomeBlocks

/// The difference between two revisions of a page.
public struct RevisionDifference: Sendable {
    /// A block that differs between the revisions; nil if a revision does not have it.
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
    /// The blocks, sorted by code.
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

    /// Returns the difference with changed blocks that a state does not have as added blocks.
    ///
    /// - Parameter order: the blocks of the state.
    public func adding(blocksMissingFrom order: [String]) -> RevisionDifference {
        let present = Set(order)
        let missing = Set(blocks.filter { $0.old != nil && $0.new != nil && !present.contains($0.code) }.map(\.code))
        if missing.isEmpty { return self }
        return RevisionDifference(
            oldOrder: oldOrder.filter { !missing.contains($0) }, newOrder: newOrder,
            blocks: blocks.map { missing.contains($0.code) ? Block($0.code, old: nil, new: $0.new) : $0 },
            oldData: oldData, newData: newData)
    }

    public var isEmpty: Bool { oldOrder == newOrder && blocks.isEmpty && oldData == newData }

    /// The difference as JSON: changes to the order as codes; changes to blocks and page-level fields as JSON Patches.
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
            // A JSON Patch cannot remove the whole document, so it is replaced with null.
            default: ("removed", [JSONPatch.step("replace", JSONPointer(), .null)])
            }
        return ["blockCode": .string(block.code), "change": change, "patch": .array(patch)]
    }
}

/// The blocks that a revision changed, without the details.
public struct ChangeSummary: Sendable, Equatable {
    public let moved: [String]
    public let added: [String]
    public let removed: [String]
    /// Blocks that existed before and have a different content or visibility.
    public let changed: [String]

    public init(oldOrder: [String], newOrder: [String], changed: [String]) {
        // The common start and end of both orders did not move.
        let start = zip(oldOrder, newOrder).prefix { $0 == $1 }.count
        let (oldRest, newRest) = (oldOrder.dropFirst(start), newOrder.dropFirst(start))
        let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
        let (oldCodes, newCodes) = (oldRest.dropLast(end), newRest.dropLast(end))
        let (old, new) = (Set(oldCodes), Set(newCodes))
        moved = MovedBlocks.between(oldCodes.filter(new.contains), newCodes.filter(old.contains))
        added = newCodes.filter { !old.contains($0) }
        removed = oldCodes.filter { !new.contains($0) }
        let others = old.symmetricDifference(new)
        self.changed = changed.filter { !others.contains($0) }.sorted()
    }

    var orderJSON: JSONObject {
        JSONObject(["moved": moved, "added": added, "removed": removed].mapValues { .array($0.map { .string($0) }) })
    }

    public var json: JSONObject {
        orderJSON.merging(["changed": .array(changed.map { .string($0) })]) { $1 }
    }
}
