public import HomeBlocks

/// A layout: the schema and the settings of the blocks of one `showType`.
public struct BlockType: Sendable {
    /// The name of the layout.
    public let showType: String
    public let title: String
    /// The title by language.
    public let titles: [String: String]
    public let schema: JSONSchema
    /// The position of the cards in the content, if it has cards.
    public let items: JSONPointer?
    /// The position of the ID in each card.
    public let cardIdentity: CardIdentity
    /// The minimum number of cards. A section with fewer is left out.
    public let minimumCards: Int
    /// The fields of each card that the document contains; the other fields are served one card at a time. nil for all
    /// fields.
    package let summary: Set<JSONString>?
    /// The positions in the content, at least one of which must have a value for the section to be shown.
    public let data: [JSONPointer]
    /// The fixed position of blocks of this layout.
    public let pin: Pin?
    /// The family of published apps that can render the layout.
    public let client: ClientFamily?
    /// The first app versions that can render the layout.
    public let floor: VersionFloor

    /// Reads a layout: a JSON Schema of the content, with settings under `x-homeblocks`.
    public init(showType: String, json: JSONValue) throws(PublishingError) {
        try self.init(showType: showType, json: json, parsed: [:])
    }

    /// Reads a layout whose schema uses definitions that are already parsed.
    init(showType: String, json: JSONValue, parsed: [JSONString: SchemaNode]) throws(PublishingError) {
        guard Identifier.isCode(showType) else {
            throw .invalid(InvalidInput("The layout \(showType) cannot be used: its name \(Identifier.codeRule)."))
        }
        schema = try JSONSchema(json, parsed: parsed)
        self.showType = showType
        title = json.object?["title"]?.string ?? showType
        let settings = json.object?["x-homeblocks"]?.object ?? [:]
        let known: Set<String> = [
            "titles", "items", "itemId", "minimumCards", "data", "pin", "client", "minVersion", "summary",
        ]
        if let key = settings.keys.sorted().first(where: { !known.contains($0) }) {
            throw Self.refusal(showType, key, "is unknown")
        }
        titles = Dictionary(
            (settings["titles"]?.object ?? [:]).compactMap { name, title in title.string.map { (name, $0) } },
            uniquingKeysWith: { $1 })
        items = settings["items"]?.string.flatMap(JSONPointer.init(parsing:))
        if settings["items"] != nil, items == nil { throw Self.refusal(showType, "items", "must be a JSON Pointer") }
        cardIdentity = try Self.cardIdentity(settings, showType)
        minimumCards = try Self.minimumCards(settings, showType)
        let names = settings["summary"].map { $0.array?.map(\.string) ?? [nil] }
        if let names, items == nil || names.contains(nil) {
            throw Self.refusal(showType, "summary", "must be a list of field names, and \"items\" must be set")
        }
        summary = names.map { Set($0.compactMap { $0.map(JSONString.init) }) }
        let pointers = settings["data"]?.array?.map { $0.string.flatMap(JSONPointer.init(parsing:)) }
        data = pointers?.compactMap(\.self) ?? items.map { [$0] } ?? []
        if data.isEmpty || data.count < (pointers?.count ?? 0) {
            throw Self.refusal(showType, "data", "must be a list of JSON Pointers, and is required without \"items\"")
        }
        pin = settings["pin"]?.string.flatMap(Pin.init(rawValue:))
        if settings["pin"] != nil, pin == nil { throw Self.refusal(showType, "pin", "must be first or last") }
        client = settings["client"]?.string.flatMap(ClientFamily.init(rawValue:))
        if settings["client"] != nil, client == nil {
            throw Self.refusal(showType, "client", "must be a known family of apps")
        }
        floor = try Self.floor(settings["minVersion"], showType)
    }

    private static func cardIdentity(
        _ settings: JSONObject, _ showType: String
    ) throws(PublishingError) -> CardIdentity {
        guard let value = settings["itemId"] else { return .standard }
        guard settings["items"] != nil, let pointer = value.string.flatMap(JSONPointer.init(parsing:)) else {
            throw refusal(showType, "itemId", "must be a JSON Pointer into a card, and \"items\" must be set")
        }
        return CardIdentity(pointer)
    }

    private static func minimumCards(_ settings: JSONObject, _ showType: String) throws(PublishingError) -> Int {
        // If a layout has both, `data` determines whether a section is empty.
        guard let value = settings["minimumCards"] else {
            return settings["items"] != nil && settings["data"] == nil ? 1 : 0
        }
        guard settings["items"] != nil, let number = value.int, (1...maximumItems).contains(number) else {
            let rule = "must be a whole number from 1 to \(maximumItems), and \"items\" must be set"
            throw refusal(showType, "minimumCards", rule)
        }
        return number
    }

    private static func floor(_ value: JSONValue?, _ showType: String) throws(PublishingError) -> VersionFloor {
        var versions: [Platform: AppVersion] = [:]
        guard let value else { return VersionFloor(versions) }
        for (name, version) in value.object ?? ["": value] {
            guard let platform = Platform(rawValue: name), let version = version.string.flatMap(AppVersion.init) else {
                throw refusal(
                    showType, "minVersion", "must give platforms (ios, android, web) a version such as \"9.0\"")
            }
            versions[platform] = version
        }
        return VersionFloor(versions)
    }

    private static func refusal(_ showType: String, _ key: String, _ reason: String) -> PublishingError {
        .invalid(InvalidInput("The layout \(showType) cannot be used: \"\(key)\" under x-homeblocks \(reason)."))
    }

    /// The maximum number of cards in a block.
    public static let maximumItems = 1000

    /// Whether a block's content has nothing to show or too few cards.
    public func isEmpty(_ content: JSONObject) -> Bool {
        data.allSatisfy { JSONValue.object(content)[pointer: $0]?.isEmpty ?? true }
            || minimumCards > 0 && items(of: content).count < minimumCards
    }

    /// Returns the cards of a block's content.
    public func items(of content: JSONObject) -> [JSONValue] {
        items.flatMap { JSONValue.object(content)[pointer: $0]?.array } ?? []
    }
}
