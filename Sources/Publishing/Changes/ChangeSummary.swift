public import HomeBlocks

/// Which blocks a revision changed, without how.
public struct ChangeSummary: Sendable, Equatable {
    public let moved: [String]
    public let added: [String]
    public let removed: [String]
    /// Blocks that were there before and have another content or visibility.
    public let changed: [String]

    public init(oldOrder: [String], newOrder: [String], changed: [String]) {
        let (old, new) = (Set(oldOrder), Set(newOrder))
        moved = MovedBlocks.between(oldOrder.filter(new.contains), newOrder.filter(old.contains))
        added = newOrder.filter { !old.contains($0) }
        removed = oldOrder.filter { !new.contains($0) }
        self.changed = changed.filter { old.contains($0) && new.contains($0) }.sorted()
    }

    var orderJSON: JSONObject {
        JSONObject(["moved": moved, "added": added, "removed": removed].mapValues { .array($0.map { .string($0) }) })
    }

    public var json: JSONObject {
        orderJSON.merging(["changed": .array(changed.map { .string($0) })]) { $1 }
    }
}
