public import HomeBlocks

/// A search of another service whose results become cards, for operators to choose from. A search is requested and
/// mapped like the list of a feed, but only once.
public struct Catalogue: Sendable, Equatable {
    public let name: String
    public let title: String
    /// The title by language.
    public let titles: [String: String]
    /// The position in the content of the list that its cards are for. A `0` in the path means each element.
    public let cards: JSONPointer
    /// The label and the picture that operators choose by; nil for the title and the picture of the card itself.
    let label: FeedField?
    let picture: FeedField?
    /// The feed that performs a search, with a sample text in its URL.
    let feed: Feed
    /// The parts of the URL before and after the search text.
    private let address: [String]

    /// The layout of its cards.
    public var showType: String { feed.showType }

    /// The positions in a card that a search fills.
    public var fields: [JSONPointer] { feed.fields.keys.sorted { $0.description < $1.description } }

    /// The time limit of a search, in seconds.
    public var timeout: Int { feed.timeout }

    /// The placeholder for the search text in the URL.
    static let placeholder = "{q}"
    /// The maximum length of the URL, which leaves room for the search text.
    static let maximumURLLength = 700
    private static let timeouts = 1...10
    private static let maximumCards = 50
    private static let members: Set<String> = [
        "title", "titles", "url", "headers", "showType", "cards", "items", "fields", "label", "picture", "timeout",
        "maximum",
    ]

    /// Reads a catalogue.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(
        checking json: JSONValue, name: String, _ rules: FeedRules, _ catalog: BlockTypeCatalog
    ) throws(PublishingError) {
        var body = try BodyReader(json, members: Self.members)
        self.name = name
        if !Identifier.isSlug(name) {
            body.issue("name", "is the file's name, which must be \(Identifier.slugRule)")
        }
        body.require("title", "url", "showType", "fields")
        title = body.title("title") ?? ""
        titles = body.titles()
        address = body.address()
        label = body.field("label")
        picture = body.field("picture")
        let request = body.request(
            name: name, url: address.joined(separator: Self.sample), Self.timeouts, Self.maximumCards)
        cards = body.position(catalog)
        if let request { for issue in rules.requestIssues(in: request) { body.issue(at: issue) } }
        feed = try body.finish("The catalogue was rejected", request)
    }

    /// The longest search text, percent-encoded.
    private static let sample = String(repeating: "%F0%9F%8E%B5", count: CatalogueQuery.maximumLength)

    /// Returns the feed that performs a search.
    ///
    /// - Parameter timeout: the time limit, in seconds.
    public func feed(for query: CatalogueQuery, timeout: Int) -> Feed {
        feed.requesting(address.joined(separator: FeedTemplate.encoded(query.text)), timeout: timeout)
    }

    /// The catalogue as the list of catalogues contains it, without the upstream's details.
    public var json: JSONObject {
        [
            "name": .string(name), "title": .string(title),
            "titles": .object(JSONObject(titles.mapValues(JSONValue.string))),
            "showType": .string(showType), "cards": .string(cards.description),
            "fields": .array(fields.map { .string($0.description) }),
        ]
    }
}

/// The text to search for.
public struct CatalogueQuery: Sendable, Hashable {
    public let text: String

    static let maximumLength = 100

    /// - Throws: ``PublishingError/malformed(_:)`` if the text breaks a rule.
    public init(_ text: String?) throws(PublishingError) {
        let scalars = (text ?? "").unicodeScalars
        let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
        let end = scalars.lastIndex { !$0.properties.isWhitespace }.map { scalars.index(after: $0) } ?? start
        self.text = String(scalars[start..<end])
        guard (1...Self.maximumLength).contains(self.text.unicodeScalars.count), Identifier.isPrintable(self.text)
        else {
            throw .malformed(
                "The parameter q must be a string of 1 to \(Self.maximumLength) characters without control characters.")
        }
    }
}

extension BodyReader {
    fileprivate mutating func titles() -> [String: String] {
        guard let value = value("titles") else { return [:] }
        let members = value.object ?? [:]
        let titles = members.compactMap { name, title in title.string.map { (name, $0) } }
        if value.object == nil || titles.count < members.count || !titles.allSatisfy({ Identifier.isTitle($0.1) }) {
            issue("titles", "must be titles by language, such as {\"zh\": \"歌曲\"}")
        }
        return Dictionary(titles, uniquingKeysWith: { $1 })
    }

    /// Returns the parts of the URL around the search text, which must be in the query, so that the text cannot change
    /// the path.
    fileprivate mutating func address() -> [String] {
        guard let url = value("url") else { return [] }
        let text = url.string ?? ""
        let parts = text.split(separator: Catalogue.placeholder, omittingEmptySubsequences: false).map(String.init)
        if parts.count != 2 || !parts[0].contains("?") {
            issue("url", "must have \(Catalogue.placeholder) once, in its query")
        } else if text.utf8.count > Catalogue.maximumURLLength {
            issue("url", "must have at most \(Catalogue.maximumURLLength) characters")
        }
        return parts
    }

    fileprivate mutating func field(_ name: String) -> FeedField? {
        guard let value = value(name) else { return nil }
        return field(value, at: JSONPointer([name]))
    }

    /// Returns the catalogue's request as a feed; nil if there are issues.
    fileprivate mutating func request(
        name: String, url: String, _ timeouts: ClosedRange<Int>, _ maximumCards: Int
    ) -> Feed? {
        var members: JSONObject = [
            "url": .string(url), "timeout": JSONValue(wholeNumber("timeout", in: timeouts) ?? 5),
            "maximum": JSONValue(wholeNumber("maximum", in: 1...maximumCards) ?? 20),
        ]
        for name in ["headers", "showType", "items", "fields"] { members[name] = value(name) }
        guard var body = try? BodyReader(.object(members), members: Set(members.keys)) else { return nil }
        let feed = Feed(&body, name: name)
        // Missing members were reported before.
        let known = Set(issues.compactMap(\.pointer.tokens.first))
        for issue in body.issues where !known.contains(issue.pointer.tokens.first ?? "") { self.issue(at: issue) }
        return feed
    }

    /// Returns the position of the list that the cards are for.
    fileprivate mutating func position(_ catalog: BlockTypeCatalog) -> JSONPointer {
        guard let showType = value("showType")?.string else { return JSONPointer() }
        guard let type = catalog[showType] else {
            issue("showType", "names the layout \"\(showType)\", which is unknown; GET /block-types lists them")
            return JSONPointer()
        }
        guard let cards = value("cards") else {
            if let items = type.items { return items }
            issue(
                "showType",
                "names the layout \"\(showType)\", which has no list of cards; set \"cards\" to a pointer to the list")
            return JSONPointer()
        }
        guard let pointer = cards.string.flatMap(JSONPointer.init(parsing:)), type.hasList(at: pointer) else {
            issue(
                "cards", "must be a JSON Pointer to a list in the content of the layout, such as /creatives/0/resources"
            )
            return JSONPointer()
        }
        return pointer
    }
}

extension BlockType {
    /// Whether the layout's schema has a list at a position of the content. A `0` in the path means each element.
    func hasList(at pointer: JSONPointer) -> Bool {
        var node = schema.target(of: schema.root)
        for token in pointer.tokens {
            let isElement = node.keywords.kinds.contains(.array) && token == "0"
            guard let next = isElement ? node.keywords.items : node.keywords.properties[JSONString(token)] else {
                return false
            }
            node = schema.target(of: next)
        }
        return node.keywords.kinds.contains(.array) && node.keywords.kinds.isSubset(of: [.array, .null])
    }
}

extension JSONSchema {
    private static let maximumSteps = 32

    /// Returns the schema that a schema refers to, or the schema itself.
    fileprivate func target(of node: SchemaNode) -> SchemaNode {
        var node = node
        for _ in 0..<Self.maximumSteps {
            guard let name = node.keywords.reference, let target = definitions[JSONString(name)] else { break }
            node = target
        }
        return node
    }
}
