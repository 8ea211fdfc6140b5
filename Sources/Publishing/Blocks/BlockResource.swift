public import HomeBlocks

/// A block as operators write it: its identity, its layout, when and by whom it is seen, and its content.
public struct BlockResource: Sendable, Equatable {
    public var blockCode: String
    public var showType: String
    /// When and to whom the block is shown.
    public var visibility: Visibility
    /// When and to whom single cards are shown, by their ids; the others are shown whenever the block is.
    public var cardRules: [JSONString: Visibility]
    /// A merge patch of the content for each language, by its tag.
    public var localizations: JSONObject
    /// What apps get that are too old for the layout; nil is nothing.
    public var fallback: Fallback?
    /// Where cards or content come from that are not in the content; nil is nowhere.
    public var source: BlockSource?
    /// The block's own fields of the wire format, unknown ones included.
    public var content: JSONObject

    /// The layouts that it needs: its own, and that of its fallback.
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

    /// How many languages a block may have.
    public static let maximumLocalizations = 50

    /// The languages that it has, in the order of their names.
    var languages: [String] { localizations.sortedByName.map(\.key) }

    /// The content with each language's patch laid over it, in the order of the tags.
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

    /// The block is shown from this instant on.
    public var from: Instant? {
        get { visibility.from }
        set { visibility.from = newValue }
    }

    /// The block is no longer shown from this instant on.
    public var until: Instant? {
        get { visibility.until }
        set { visibility.until = newValue }
    }

    /// Who sees it; nil is everybody.
    public var audience: Audience? {
        get { visibility.audience }
        set { visibility.audience = newValue }
    }
}

/// What a section shows to apps that are too old for its layout.
public struct Fallback: Sendable, Equatable {
    public var showType: String
    public var content: JSONObject

    public init(showType: String, content: JSONObject) {
        self.showType = showType
        self.content = content
    }
}

extension BlockResource {
    /// The resource as JSON, complete and always with the same members, but for `cards` and `source`: only blocks with
    /// rules for cards, and with a feed or an endpoint of the app's own, have them.
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

    /// How many bytes the block has in a page's export.
    public var exportedSize: Int {
        var bytes: [UInt8] = []
        JSONValue.object(json).write(into: &bytes, indent: 2)
        return bytes.count
    }

    /// Reads a resource that was stored. Only the types are checked: a rule may be younger than what is stored.
    ///
    /// - Returns: nil if a member has another type than ``json`` gives it.
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
