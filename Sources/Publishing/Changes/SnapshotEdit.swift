public import HomeBlocks

/// What makes a new snapshot of a page out of an old one.
public struct SnapshotEdit: Sendable {
    /// The new order; it names each block that there is afterwards.
    public var order: [String]
    /// Blocks that come in or replace those of the same code.
    public var put: [BlockResource]
    public var removed: Set<String>
    /// The new page-level fields; nil if they stay.
    public var data: JSONObject?

    public init(order: [String], put: [BlockResource] = [], removed: Set<String> = [], data: JSONObject? = nil) {
        self.order = order
        self.put = put
        self.removed = removed
        self.data = data
    }
}
