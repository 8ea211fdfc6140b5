public import HomeBlocks

/// A block as operators write it: its identity, its layout, when and by whom it is seen, and its content.
public struct BlockResource: Sendable, Equatable {
    public var blockCode: String
    public var showType: String
    public var isEnabled: Bool
    /// The block is seen from this instant on.
    public var from: Instant?
    /// The block is no longer seen from this instant on.
    public var until: Instant?
    /// Who sees it; nil is everybody.
    public var audience: Audience?
    /// A merge patch of the content for each language, by its tag.
    public var localizations: JSONObject
    /// What apps get that are too old for the layout; nil is nothing.
    public var fallback: Fallback?
    /// The block's own fields of the wire format, unknown ones included.
    public var content: JSONObject

    public init(
        blockCode: String, showType: String, isEnabled: Bool = true, from: Instant? = nil, until: Instant? = nil,
        audience: Audience? = nil, localizations: JSONObject = [:], fallback: Fallback? = nil,
        content: JSONObject = [:]
    ) {
        self.blockCode = blockCode
        self.showType = showType
        self.isEnabled = isEnabled
        self.from = from
        self.until = until
        self.audience = audience
        self.localizations = localizations
        self.fallback = fallback
        self.content = content
    }

    /// How many languages a block may have.
    public static let mostLocalizations = 50

    /// Whether operators want it seen at an instant.
    public func isVisible(at now: Instant) -> Bool {
        isEnabled && from.map { $0 <= now } ?? true && until.map { now < $0 } ?? true
    }

    /// The next instant after `now` at which its visibility changes.
    public func nextChange(after now: Instant) -> Instant? {
        guard isEnabled else { return nil }
        return [from, until].compactMap(\.self).filter { $0 > now }.min()
    }

    /// The languages that it has, in the order of their names.
    var languages: [String] { localizations.sortedByName.map(\.key) }

    /// The content with each language's patch laid over it, in the order of the tags.
    public var localizedContents: [(tag: String, content: JSONObject)] {
        localizations.sortedByName.map { tag, patch in
            (tag, MergePatch.apply(patch, to: .object(content)).object ?? [:])
        }
    }
}
