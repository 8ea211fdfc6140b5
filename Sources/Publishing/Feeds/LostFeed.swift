public import HomeBlocks

/// A section of an old revision whose feed no longer exists or now has cards of another layout.
public struct LostFeed: Sendable, Equatable {
    public let block: String
    public let feed: String
    /// Whether the section is restored, with its own cards. Otherwise its layout requires cards and it has none.
    public let isKept: Bool

    public var json: JSONValue { ["block": .string(block), "feed": .string(feed), "kept": .bool(isKept)] }
}

extension JSONObject {
    /// Returns the restored resource with the sections that lost their feeds, if any.
    func naming(_ lost: [LostFeed]) -> JSONObject {
        var members = self
        if !lost.isEmpty { members["lostFeeds"] = .array(lost.map(\.json)) }
        return members
    }
}

extension SnapshotEdit {
    /// Restores blocks without the feeds that can no longer fill them. A block that requires cards and has none of its
    /// own is not restored.
    ///
    /// - Parameters:
    ///   - layouts: the layout of each feed by its name.
    ///   - present: the codes of the page's blocks before the edit.
    /// - Returns: the lost feeds, in the order of the page.
    public mutating func dropLostFeeds(
        _ layouts: [String: String], present: some Collection<String>, _ catalog: BlockTypeCatalog,
        client: ClientFamily?
    ) -> [LostFeed] {
        var lost: [String: LostFeed] = [:]
        for (index, block) in put.enumerated() {
            guard let feed = block.source?.feed, !block.sourceIssues(layouts).isEmpty else { continue }
            put[index].source = nil
            let isKept =
                catalog.issues(in: put[index], client: client).isEmpty
                || !catalog.issues(in: block, client: client).isEmpty
            lost[block.blockCode] = LostFeed(block: block.blockCode, feed: feed, isKept: isKept)
        }
        let leftOut = Set(lost.values.filter { !$0.isKept }.map(\.block))
        let result = order.compactMap { lost[$0] }
        put.removeAll { leftOut.contains($0.blockCode) }
        let added = leftOut.subtracting(present)
        order.removeAll { added.contains($0) }
        return result
    }
}
