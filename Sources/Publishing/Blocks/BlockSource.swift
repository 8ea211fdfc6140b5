import HomeBlocks

/// Where cards of a block come from that operators do not write.
public enum BlockSource: Sendable, Equatable {
    /// A feed by its name, and the positions of the block's own cards in the list that is shown, from 0.
    case feed(String, positions: [Int])

    /// The name of the feed.
    public var feed: String {
        switch self {
        case .feed(let name, _): name
        }
    }

    /// Reads a member `source`, gathering everything that is wrong with it.
    init?(json: JSONValue, issues: inout [ValidationIssue]) {
        let count = issues.count
        guard let members = json.object else {
            issues.append(ValidationIssue(JSONPointer(), "must be an object with a member \"feed\", or null"))
            return nil
        }
        for name in members.keys.sorted() where !["feed", "positions"].contains(name) {
            issues.append(ValidationIssue(JSONPointer([name]), "is not known here"))
        }
        let feed = members["feed"]?.string ?? ""
        if !Identifier.isSlug(feed) {
            issues.append(ValidationIssue(JSONPointer(["feed"]), "must name a feed; GET /api/feeds lists them"))
        }
        let positions = members["positions"].map { $0 == .null ? [] : $0.array?.map(\.int) ?? [nil] } ?? []
        let known = positions.compactMap(\.self)
        if known.count < positions.count || known.count > BlockType.mostItems
            || known.contains(where: { !(0..<BlockType.mostItems).contains($0) })
            || zip(known, known.dropFirst()).contains(where: { $0 >= $1 })
        {
            let reason =
                "must be whole numbers from 0 to \(BlockType.mostItems - 1) in rising order, one for each own card"
            issues.append(ValidationIssue(JSONPointer(["positions"]), reason))
        }
        if issues.count > count { return nil }
        self = .feed(feed, positions: known)
    }

    var json: JSONValue {
        switch self {
        case .feed(let name, let positions):
            ["feed": .string(name), "positions": .array(positions.map { JSONValue($0) })]
        }
    }
}

extension BlockResource {
    /// What is wrong with the block's feed, as far as a change decides it: there is none of that name, or it has cards of
    /// another layout.
    ///
    /// - Parameter layouts: the layout of each feed by its name.
    public func sourceIssues(_ layouts: [String: String]) -> [ValidationIssue] {
        guard let source else { return [] }
        let pointer = JSONPointer(["source", "feed"])
        guard let layout = layouts[source.feed] else {
            return [ValidationIssue(pointer, "there is no feed \"\(source.feed)\"; GET /api/feeds lists them")]
        }
        guard layout != showType else { return [] }
        let reason = "the feed \"\(source.feed)\" has cards of the layout \(layout), but the section has \(showType)"
        return [ValidationIssue(pointer, reason)]
    }
}

extension [BlockResource] {
    /// The names of their feeds.
    public var feeds: Set<String> { Set(compactMap { $0.source?.feed }) }

    /// Refuses a change with a block whose feed cannot fill it.
    public func checkSources(_ layouts: [String: String]) throws(PublishingError) {
        try flatMap { $0.sourceIssues(layouts) }.refuse("block")
    }
}
