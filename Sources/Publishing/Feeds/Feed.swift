public import HomeBlocks

/// A list of another service that fills sections with cards: its address, the interval of its requests, and the mapping
/// of its items to cards.
public struct Feed: Sendable, Equatable {
    public let name: String
    public private(set) var url: String
    /// The header fields of its requests. A value `secret:NAME` refers to a secret in the server's settings.
    public let headers: [String: String]
    /// The layout of its cards.
    public let showType: String
    /// The position of the list in the response.
    public let items: JSONPointer
    /// The source of each part of a card, by the part's position in the card.
    public let fields: [JSONPointer: FeedField]
    /// The interval between requests, in seconds.
    public let interval: Int
    /// The time limit of a request, in seconds.
    public private(set) var timeout: Int
    /// The maximum number of cards.
    public let maximum: Int
    /// The number of seconds after which a list that could not be confirmed is no longer shown; nil for never.
    public let ttl: Int?

    /// The maximum number of feeds.
    public static let maximumFeeds = 100
    private static let maximumFields = 100
    private static let maximumHeaders = 20
    private static let intervals = 1...604_800
    /// A refresh by an operator must end within the time limit of the operator's request.
    private static let timeouts = 1...20
    private static let ttls = 1...31_536_000
    private static let members: Set<String> = [
        "name", "url", "headers", "showType", "items", "fields", "interval", "timeout", "maximum", "ttl",
        readOnlyMember,
    ]
    /// The member that responses add. Requests may contain it, but it is ignored.
    static let readOnlyMember = "info"

    /// Reads a feed.
    ///
    /// - Parameter name: the name in the request's path, in which case the feed may omit it.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(
        checking json: JSONValue, name: String? = nil, _ rules: FeedRules, _ catalog: BlockTypeCatalog
    ) throws(PublishingError) {
        var issues: [ValidationIssue] = []
        var json = json
        if let name, var members = json.object {
            if let own = members["name"], own.string != name {
                issues.append(
                    ValidationIssue(JSONPointer(["name"]), "must be \"\(name)\", as in the path, or left out"))
            }
            members["name"] = .string(name)
            json = .object(members)
        }
        let feed = Feed(json: json, &issues)
        if let feed { issues += rules.issues(in: feed) + feed.layoutIssues(catalog) }
        try issues.refuse("feed")
        self = try issues.require(feed, "The feed was rejected")
    }

    /// Reads a stored feed.
    ///
    /// - Returns: nil if its form differs from ``json``.
    public init?(stored json: JSONValue) {
        var issues: [ValidationIssue] = []
        self.init(json: json, &issues)
    }

    init?(json: JSONValue, _ issues: inout [ValidationIssue]) {
        let count = issues.count
        guard let members = json.object else {
            issues.append(ValidationIssue(JSONPointer(), "must be an object"))
            return nil
        }
        for name in members.keys.sorted() where !Self.members.contains(name) {
            issues.append(ValidationIssue(JSONPointer([name]), "is an unknown member"))
        }
        func number(_ name: String, _ range: ClosedRange<Int>, _ standard: Int) -> Int {
            guard let value = members[name], value != .null else { return standard }
            if let number = value.int, range.contains(number) { return number }
            issues.append(
                ValidationIssue(
                    JSONPointer([name]), "must be a whole number from \(range.lowerBound) to \(range.upperBound)"))
            return standard
        }
        name = members["name"]?.string ?? ""
        if !Identifier.isSlug(name) {
            issues.append(ValidationIssue(JSONPointer(["name"]), "must be \(Identifier.slugRule)"))
        }
        url = members["url"]?.string ?? ""
        if UpstreamAddress(url) == nil {
            issues.append(ValidationIssue(JSONPointer(["url"]), UpstreamAddress.rule))
        }
        headers = Self.headers(members["headers"], &issues)
        showType = members["showType"]?.string ?? ""
        if !Identifier.isCode(showType) {
            issues.append(ValidationIssue(JSONPointer(["showType"]), Identifier.codeRule))
        }
        let items = members["items"].map { $0.string.flatMap(JSONPointer.init(parsing:)) } ?? JSONPointer()
        if items == nil {
            issues.append(
                ValidationIssue(
                    JSONPointer(["items"]), "must be a JSON Pointer to a list in the response, such as /data/list"))
        }
        self.items = items ?? JSONPointer()
        fields = Self.fields(members["fields"], &issues)
        interval = number("interval", Self.intervals, 300)
        timeout = number("timeout", Self.timeouts, 10)
        maximum = number("maximum", 1...BlockType.maximumItems, 50)
        let ttl = number("ttl", Self.ttls, 0)
        self.ttl = ttl == 0 ? nil : ttl
        // A list that is confirmed at each interval must not expire in between.
        if let ttl = self.ttl, ttl < 2 * interval {
            issues.append(
                ValidationIssue(JSONPointer(["ttl"]), "must be at least twice \"interval\", which is \(interval)"))
        }
        if issues.count > count { return nil }
    }

    private static func headers(_ value: JSONValue?, _ issues: inout [ValidationIssue]) -> [String: String] {
        guard let value, value != .null else { return [:] }
        let pointer = JSONPointer(["headers"])
        guard let members = value.object, members.count <= maximumHeaders else {
            issues.append(ValidationIssue(pointer, "must be an object with at most \(maximumHeaders) header fields"))
            return [:]
        }
        var headers: [String: String] = [:]
        var seen: Set<String> = []
        for (name, value) in members.sortedByName {
            let pointer = pointer.appending(name)
            if let reason = FeedHeader.issue(name, value) {
                issues.append(ValidationIssue(pointer, reason))
            } else if !seen.insert(name.lowercased()).inserted {
                issues.append(ValidationIssue(pointer, "is a duplicate field"))
            }
            headers[name] = value.string ?? ""
        }
        return headers
    }

    private static func fields(
        _ value: JSONValue?, _ issues: inout [ValidationIssue]
    ) -> [JSONPointer: FeedField] {
        let pointer = JSONPointer(["fields"])
        guard let members = value?.object, (1...maximumFields).contains(members.count) else {
            let reason = "must give a value for 1 to \(maximumFields) positions in a card, such as /title"
            issues.append(ValidationIssue(pointer, reason))
            return [:]
        }
        var fields: [JSONPointer: FeedField] = [:]
        for (name, value) in members.sortedByName {
            let pointer = pointer.appending(name)
            guard let position = JSONPointer(parsing: name), !position.tokens.isEmpty else {
                issues.append(ValidationIssue(pointer, "must be named by a JSON Pointer into the card, such as /title"))
                continue
            }
            if let other = fields.keys.first(where: { $0.overlaps(position) }) {
                issues.append(
                    ValidationIssue(pointer, "overlaps with \(other); keep only one of them"))
                continue
            }
            var own: [ValidationIssue] = []
            if let field = FeedField(json: value, &own) { fields[position] = field }
            issues += own.map { $0.below(pointer) }
        }
        return fields
    }

    /// Returns the issues with the layout of its cards.
    private func layoutIssues(_ catalog: BlockTypeCatalog) -> [ValidationIssue] {
        let pointer = JSONPointer(["showType"])
        guard let type = catalog[showType] else {
            return [ValidationIssue(pointer, "the layout \"\(showType)\" is unknown; GET /block-types lists them")]
        }
        return type.items == nil
            ? [ValidationIssue(pointer, "the layout \"\(showType)\" has no list of cards, so no feed can fill it")]
            : []
    }
}

extension Feed {
    /// Returns the feed with another URL and another time limit.
    func requesting(_ url: String, timeout: Int) -> Feed {
        var feed = self
        (feed.url, feed.timeout) = (url, timeout)
        return feed
    }

    /// The feed as JSON, always with all members.
    public var json: JSONObject {
        [
            "name": .string(name), "url": .string(url),
            "headers": .object(JSONObject(headers.mapValues(JSONValue.string))),
            "showType": .string(showType), "items": .string(items.description),
            "fields": .object(JSONObject(fields.map { ($0.description, $1.json) }, uniquingKeysWith: { $1 })),
            "interval": JSONValue(interval), "timeout": JSONValue(timeout), "maximum": JSONValue(maximum),
            "ttl": ttl.map { JSONValue($0) } ?? .null,
        ]
    }
}

/// The rules for a feed's header fields.
enum FeedHeader {
    static let secretPrefix = "secret:"
    private static let maximumValueLength = 1000
    /// Fields that the HTTP client sets itself, or that apply to the connection.
    private static let reserved: Set<String> = [
        "host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "expect", "range",
        "if-none-match", "if-modified-since", "accept-encoding", "proxy-authorization", "proxy-connection",
        "keep-alive",
    ]
    /// Fields whose value is a credential, which must be the name of a secret.
    private static let credentials: Set<String> = ["authorization", "cookie", "x-api-key", "api-key", "x-auth-token"]

    /// Returns the name of the secret that a value refers to; nil if it does not refer to one.
    static func secret(_ value: String) -> String? {
        value.hasPrefix(secretPrefix) ? String(value.dropFirst(secretPrefix.count)) : nil
    }

    /// Returns why a field cannot be sent; nil if it can.
    static func issue(_ name: String, _ value: JSONValue) -> String? {
        guard (1...100).contains(name.utf8.count), name.utf8.allSatisfy(isTokenByte) else {
            return "must be named by letters, digits and hyphens"
        }
        if reserved.contains(name.lowercased()) { return "is set by the server; remove it" }
        guard let text = value.string, text.utf8.count <= maximumValueLength,
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return "must be a string of at most \(maximumValueLength) printable ASCII characters" }
        if credentials.contains(name.lowercased()), secret(text) == nil {
            return "is a credential: write \"secret:NAME\", and give the secret in the setting feeds.secrets"
        }
        return nil
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 || byte == 0x2D
            || byte == 0x5F
    }
}

extension JSONPointer {
    /// Whether one of two pointers is a prefix of the other.
    fileprivate func overlaps(_ other: JSONPointer) -> Bool {
        let count = min(tokens.count, other.tokens.count)
        return JSONPointer(Array(tokens.prefix(count))) == JSONPointer(Array(other.tokens.prefix(count)))
    }
}
