public import HomeBlocks

/// A block as operators write it: its identity, its layout, its visibility and its content.
public struct BlockResource: Sendable, Equatable {
    public var blockCode: String
    public var showType: String
    /// When and to whom the block is shown.
    public var visibility: Visibility
    /// When and to whom individual cards are shown, by card ID. The other cards are shown whenever the block is.
    public var cardRules: [JSONString: Visibility]
    /// A merge patch of the content for each language, by language tag.
    public var localizations: JSONObject
    /// The content for apps that are too old for the layout; nil for none.
    public var fallback: Fallback?
    /// The source of cards or content that operators do not write; nil for none.
    public var source: BlockSource?
    /// The block's own fields in the wire format, including unknown ones.
    public var content: JSONObject

    /// The layouts of the block and of its fallback.
    public var layouts: [String] { [showType] + (fallback.map { [$0.showType] } ?? []) }

    public init(
        blockCode: String, showType: String, isEnabled: Bool = true, from: Instant? = nil, until: Instant? = nil,
        audience: Audience? = nil, cardRules: [JSONString: Visibility] = [:], localizations: JSONObject = [:],
        fallback: Fallback? = nil, source: BlockSource? = nil, content: JSONObject = [:]
    ) {
        self.blockCode = blockCode
        self.showType = showType
        visibility = Visibility(isEnabled: isEnabled, from: from, until: until, audience: audience)
        self.cardRules = cardRules
        self.localizations = localizations
        self.fallback = fallback
        self.source = source
        self.content = content
    }

    /// The maximum number of languages of a block.
    public static let maximumLocalizations = 50

    /// The languages of the block, sorted by name.
    var languages: [String] { localizations.sortedByName.map(\.key) }

    /// The content in each language, with the language's patch applied, sorted by tag.
    public var localizedContents: [(tag: String, content: JSONObject)] {
        localizations.sortedByName.map { tag, patch in
            (tag, MergePatch.apply(patch, to: .object(content)).object ?? [:])
        }
    }
}

extension BlockResource {
    public var isEnabled: Bool {
        get { visibility.isEnabled }
        set { visibility.isEnabled = newValue }
    }

    /// The instant from which the block is shown.
    public var from: Instant? {
        get { visibility.from }
        set { visibility.from = newValue }
    }

    /// The instant from which the block is no longer shown.
    public var until: Instant? {
        get { visibility.until }
        set { visibility.until = newValue }
    }

    /// The audience of the block; nil for everybody.
    public var audience: Audience? {
        get { visibility.audience }
        set { visibility.audience = newValue }
    }
}

/// The replacement for a section in apps that are too old for its layout.
public struct Fallback: Sendable, Equatable {
    public var showType: String
    public var content: JSONObject

    public init(showType: String, content: JSONObject) {
        self.showType = showType
        self.content = content
    }
}

extension BlockResource {
    /// The resource as JSON. It always has all members, except `cards` and `source`: only blocks with rules for cards,
    /// or with a feed or an app's own endpoint, have these.
    public var json: JSONObject {
        var members: JSONObject = [
            "blockCode": .string(blockCode),
            "showType": .string(showType),
            "localizations": localizations.isEmpty ? .null : .object(localizations),
            "fallback": fallback.map { ["showType": .string($0.showType), "content": .object($0.content)] } ?? .null,
            "content": .object(content),
        ]
        for (name, value) in visibility.json { members[name] = value }
        if !cardRules.isEmpty { members["cards"] = .object(Self.json(cardRules)) }
        members["source"] = source?.json
        return members
    }

    /// The size of the block in a page's export, in bytes.
    public var exportedSize: Int {
        var bytes: [UInt8] = []
        JSONValue.object(json).write(into: &bytes, indent: 2)
        return bytes.count
    }

    /// Reads a stored resource. Only the types are checked: a rule may be newer than the stored value.
    ///
    /// - Returns: nil if the type of a member differs from the one in ``json``.
    public init?(stored json: JSONValue) {
        guard let members = json.object, let code = members["blockCode"]?.string,
            let showType = members["showType"]?.string, let content = members["content"]?.object,
            let visibility = Visibility(stored: members), let cardRules = Self.cardRules(stored: members["cards"])
        else { return nil }
        self.init(
            blockCode: code, showType: showType, cardRules: cardRules,
            localizations: members["localizations"]?.object ?? [:], content: content)
        self.visibility = visibility
        if let value = members["fallback"], value != .null {
            guard let showType = value.object?["showType"]?.string, let content = value.object?["content"]?.object
            else { return nil }
            fallback = Fallback(showType: showType, content: content)
        }
        if let value = members["source"], value != .null {
            source = BlockSource(stored: value)
            if source == nil { return nil }
        }
    }
}
