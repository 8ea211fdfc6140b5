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
    fileprivate static let maximumFields = 100
    fileprivate static let maximumHeaders = 20
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
        var body = try BodyReader(json, members: Self.members)
        let feed = Feed(&body, name: name)
        if let feed { for issue in rules.issues(in: feed) + feed.layoutIssues(catalog) { body.issue(at: issue) } }
        self = try body.finish("The feed was rejected", feed)
    }

    /// Reads a stored feed.
    ///
    /// - Returns: nil if its form differs from ``json``.
    public init?(stored json: JSONValue) {
        guard var body = try? BodyReader(json, members: Self.members) else { return nil }
        self.init(&body)
    }

    /// - Parameter name: the name in the request's path, in which case the feed may omit it.
    /// - Returns: nil if there are issues.
    init?(_ body: inout BodyReader, name: String? = nil) {
        if let name, let own = body.value("name"), own.string != name {
            body.issue("name", "must be \"\(name)\", as in the path, or left out")
        }
        if let name, !Identifier.isSlug(name) { body.issue("name", "must be \(Identifier.slugRule)") }
        self.name = name ?? body.slug("name") ?? ""
        url = body.text("url", UpstreamAddress.rule) { UpstreamAddress($0) != nil } ?? ""
        headers = body.headers()
        showType = body.text("showType", Identifier.codeRule, where: Identifier.isCode) ?? ""
        items =
            body.pointer("items", "must be a JSON Pointer to a list in the response, such as /data/list")
            ?? JSONPointer()
        fields = body.fields()
        interval = body.wholeNumber("interval", in: Self.intervals) ?? 300
        timeout = body.wholeNumber("timeout", in: Self.timeouts) ?? 10
        maximum = body.wholeNumber("maximum", in: 1...BlockType.maximumItems) ?? 50
        ttl = body.wholeNumber("ttl", in: Self.ttls)
        // A list that is confirmed at each interval must not expire in between.
        if let ttl, ttl < 2 * interval {
            body.issue("ttl", "must be at least twice \"interval\", which is \(interval)")
        }
        body.require("url", "showType")
        if name == nil { body.require("name") }
        if !body.issues.isEmpty { return nil }
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

extension BodyReader {
    /// Reads the header fields of a feed's requests.
    fileprivate mutating func headers() -> [String: String] {
        guard let value = value("headers") else { return [:] }
        guard let members = value.object, members.count <= Feed.maximumHeaders else {
            issue("headers", "must be an object with at most \(Feed.maximumHeaders) header fields")
            return [:]
        }
        var headers: [String: String] = [:]
        var seen: Set<String> = []
        for (name, value) in members.sortedByName {
            let pointer = JSONPointer(["headers", name])
            if let reason = FeedHeader.issue(name, value) {
                issue(at: ValidationIssue(pointer, reason))
            } else if !seen.insert(name.lowercased()).inserted {
                issue(at: ValidationIssue(pointer, "is a duplicate field"))
            }
            headers[name] = value.string ?? ""
        }
        return headers
    }

    /// Reads the source of each part of a card.
    fileprivate mutating func fields() -> [JSONPointer: FeedField] {
        guard let members = value("fields")?.object, (1...Feed.maximumFields).contains(members.count) else {
            issue("fields", "must give a value for 1 to \(Feed.maximumFields) positions in a card, such as /title")
            return [:]
        }
        var fields: [JSONPointer: FeedField] = [:]
        for (name, value) in members.sortedByName {
            let pointer = JSONPointer(["fields", name])
            guard let position = JSONPointer(parsing: name), !position.tokens.isEmpty else {
                issue(at: ValidationIssue(pointer, "must be named by a JSON Pointer into the card, such as /title"))
                continue
            }
            if let other = fields.keys.first(where: { $0.overlaps(position) }) {
                issue(at: ValidationIssue(pointer, "overlaps with \(other); keep only one of them"))
                continue
            }
            if let field = field(value, at: pointer) { fields[position] = field }
        }
        return fields
    }

    /// Reads the source of a part of a card.
    mutating func field(_ json: JSONValue, at pointer: JSONPointer) -> FeedField? {
        var issues: [ValidationIssue] = []
        let field = FeedField(json: json, &issues)
        for issue in issues { self.issue(at: issue.below(pointer)) }
        return field
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
