import HomeBlocks

/// The source of content that operators do not write.
public enum BlockSource: Sendable, Equatable {
    /// A feed, by its name, and the zero-based positions of the block's own cards in the list that is shown.
    case feed(String, positions: [Int])
    /// The address of the app's own endpoint, which apps request and the server never does.
    case client(String)

    /// The name of the feed.
    public var feed: String? { if case .feed(let name, _) = self { name } else { nil } }

    /// The address of the app's own endpoint.
    public var client: String? { if case .client(let address) = self { address } else { nil } }

    /// The member of a section in the document that contains the address of the app's own endpoint.
    static let clientMember = "clientSource"

    /// Collects the issues of a member `source`.
    static func check(_ json: JSONValue, _ issues: inout [ValidationIssue]) {
        guard let members = json.object else {
            let reason = "must be an object with a member \"feed\" or \"client\", or null"
            issues.append(ValidationIssue(JSONPointer(), reason))
            return
        }
        for name in members.keys.sorted() where !["feed", "positions", "client"].contains(name) {
            issues.append(ValidationIssue(JSONPointer([name]), "is an unknown member"))
        }
        func value(_ name: String) -> JSONValue? { members[name] == .null ? nil : members[name] }
        guard let client = value("client") else {
            checkFeed(value("feed"), positions: value("positions"), &issues)
            return
        }
        if value("feed") != nil {
            issues.append(ValidationIssue(JSONPointer(), "must have either \"feed\" or \"client\", not both"))
        } else if value("positions") != nil {
            issues.append(ValidationIssue(JSONPointer(["positions"]), "is only allowed together with \"feed\""))
        }
        if !ClientAddress.isValid(client.string ?? "") {
            issues.append(ValidationIssue(JSONPointer(["client"]), ClientAddress.rule))
        }
    }

    private static func checkFeed(_ feed: JSONValue?, positions: JSONValue?, _ issues: inout [ValidationIssue]) {
        if !Identifier.isSlug(feed?.string ?? "") {
            issues.append(ValidationIssue(JSONPointer(["feed"]), "must name a feed; GET /api/feeds lists them"))
        }
        let positions = positions.map { $0.array?.map(\.int) ?? [nil] } ?? []
        let known = positions.compactMap(\.self)
        if known.count < positions.count || known.count > BlockType.maximumItems
            || known.contains(where: { !(0..<BlockType.maximumItems).contains($0) })
            || zip(known, known.dropFirst()).contains(where: { $0 >= $1 })
        {
            let reason =
                "must be whole numbers from 0 to \(BlockType.maximumItems - 1) in rising order, one for each own card"
            issues.append(ValidationIssue(JSONPointer(["positions"]), reason))
        }
    }

    /// Reads a stored source. Only the types are checked: a rule may be newer than the stored value.
    init?(stored json: JSONValue) {
        if let address = json.object?["client"]?.string {
            self = .client(address)
        } else if let feed = json.object?["feed"]?.string {
            self = .feed(feed, positions: (json.object?["positions"]?.array ?? []).compactMap(\.int))
        } else {
            return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .feed(let name, let positions):
            ["feed": .string(name), "positions": .array(positions.map { JSONValue($0) })]
        case .client(let address): ["client": .string(address)]
        }
    }
}

/// The address of an app's own endpoint, which is public because the document contains it.
enum ClientAddress {
    static let rule =
        "must be an https URL of a host such as https://api.example.com/wallet, with at most 2000 characters, "
        + "percent-encoded, without user information or a fragment; http only for localhost, 127.0.0.1 or [::1]"

    static func isValid(_ text: String) -> Bool {
        guard let address = UpstreamAddress(text), URIReference(text) != nil else {
            return false
        }
        return address.isSecure || ["localhost", "127.0.0.1", "::1"].contains(address.host)
    }
}

extension BlockResource {
    /// Returns the issues with the block's feed that depend on the change: the feed does not exist, or its cards have
    /// another layout.
    ///
    /// - Parameter layouts: the layout of each feed by its name.
    public func sourceIssues(_ layouts: [String: String]) -> [ValidationIssue] {
        guard let feed = source?.feed else { return [] }
        let pointer = JSONPointer(["source", "feed"])
        guard let layout = layouts[feed] else {
            return [ValidationIssue(pointer, "there is no feed \"\(feed)\"; GET /api/feeds lists them")]
        }
        guard layout != showType else { return [] }
        let reason = "the feed \"\(feed)\" has cards of the layout \(layout), but the section has \(showType)"
        return [ValidationIssue(pointer, reason)]
    }
}

extension [BlockResource] {
    /// The names of the blocks' feeds.
    public var feeds: Set<String> { Set(compactMap { $0.source?.feed }) }

    /// Rejects a change that contains a block whose feed cannot fill it.
    public func checkSources(_ layouts: [String: String]) throws(PublishingError) {
        try flatMap { $0.sourceIssues(layouts) }.refuse("block")
    }
}
