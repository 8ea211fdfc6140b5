import HomeBlocks
import Synchronization

/// One version of a block in all its forms. It never changes, so it is made once.
public struct RenderedBlock: Sendable {
    public let code: String
    /// What is sent to those who read none of its languages.
    let standard: RenderedContent?
    /// What is sent instead for each language.
    let localized: LocalizedContents?
    /// What is sent to apps that are too old for the layout.
    let fallback: RenderedContent?
    let conditions: BlockConditions
    /// When it is seen, without its content.
    private let visibility: BlockResource
    /// The list of the feed that fills it, without its cards; nil if there is none yet.
    private let list: FeedList?
    /// Whether the time of that list was over when this was made.
    private let isListOver: Bool

    /// - Parameters:
    ///   - publicURL: the address that clients know the server by; nil leaves addresses of its pictures relative.
    ///   - lists: the lists of feeds, by the feed's name.
    ///   - now: the instant for which it is made, which decides whether the time of its list is over.
    public init(
        _ block: BlockResource, _ catalog: BlockTypeCatalog, publicURL: String? = nil, lists: [String: FeedList] = [:],
        at now: Instant = Instant(milliseconds: 0)
    ) {
        let list = block.source.flatMap { lists[$0.feed] }
        self.list = list?.withoutCards
        isListOver = list?.isOver(at: now) ?? false
        let block = block.filled(with: list, catalog, at: now)
        let code = block.blockCode
        self.code = code
        standard = RenderedContent(block.content, code: code, showType: block.showType, catalog, publicURL)
        localized = block.localizations.isEmpty ? nil : LocalizedContents(block, catalog, publicURL)
        fallback = block.fallback.flatMap {
            RenderedContent($0.content, code: code, showType: $0.showType, catalog, publicURL)
        }
        conditions = BlockConditions(block, catalog)
        var visibility = block
        (visibility.content, visibility.localizations, visibility.fallback) = ([:], [:], nil)
        self.visibility = visibility
    }

    private var isEmpty: Bool { standard == nil && fallback == nil && localized?.areEmpty ?? true }

    /// Whether the section stands in somebody's document at an instant.
    func isShown(at now: Instant) -> Bool { !isEmpty && visibility.isVisible(at: now) }

    /// The next instant at which that changes.
    func nextChange(after now: Instant) -> Instant? {
        if isEmpty { return nil }
        let end = list?.endsAt.flatMap { now < $0 ? $0 : nil }
        return [visibility.nextChange(after: now), end].compactMap(\.self).min()
    }

    /// The feed that fills it, and the version of its list, 0 for none.
    var feed: (name: String, version: Int64)? { visibility.source.map { ($0.feed, list?.version ?? 0) } }

    /// Whether it is the same with the lists of some versions at an instant.
    public func isCurrent(_ versions: [String: Int64], at now: Instant) -> Bool {
        guard let feed else { return true }
        return versions[feed.name] ?? 0 == feed.version && list?.isOver(at: now) ?? false == isListOver
    }
}

/// One form of a block, completed to the wire format and encoded.
public struct RenderedContent: Sendable {
    /// The block of the document, as JSON.
    public let bytes: [UInt8]
    /// The round menu entries, if the layout is the one that holds them.
    let menus: [JSONValue]
    /// How many cards it has.
    public let itemCount: Int
    private let items: JSONPointer?
    /// The block with all that there is of its cards, if ``bytes`` has less.
    private let wholeBytes: [UInt8]?

    /// Completes and encodes a block; nil if it has nothing to show, or its layout is gone.
    init?(
        _ content: JSONObject, code: String, showType: String, _ catalog: BlockTypeCatalog, _ publicURL: String?
    ) {
        guard let type = catalog[showType], !type.isEmpty(content) else { return nil }
        let content = publicURL.map { PictureAddresses.absolute(content, at: $0) } ?? content
        let whole = JSONValue.object(Self.completed(content, code: code, type))
        let summarized = Self.summarized(whole, type)
        bytes = (summarized ?? whole).encoded
        wholeBytes = summarized == nil ? nil : whole.encoded
        items = type.items
        itemCount = type.items(of: content).count
        menus = showType == "DRAGON_BALL" ? Menu.entries(ofCards: content).map(JSONValue.object) : []
    }

    /// Its cards, each as JSON. They are read out of the encoded block, since few clients request single cards.
    public func itemBytes() -> [[UInt8]] {
        guard let items, let block = try? JSONValue(parsing: wholeBytes ?? bytes, limits: .stored) else {
            return []
        }
        return block[pointer: items]?.array?.map(\.encoded) ?? []
    }

    /// The block with only the summary of each card; nil if its layout has none.
    private static func summarized(_ block: JSONValue, _ type: BlockType) -> JSONValue? {
        guard let summary = type.summary, let items = type.items, let cards = block[pointer: items]?.array else {
            return nil
        }
        let short = cards.map { card in
            card.object.map { .object($0.filter { summary.contains(JSONString($0.key)) }) } ?? card
        }
        return block.setting(.array(short), at: items)
    }

    /// Fields that every client may rely on, with what they have unless the block says otherwise.
    private static let always: JSONObject = [
        "canClose": false, "dislikeShowType": 0, "blockStyle": 0, "canFeedback": false, "blockDemote": false,
        "sort": 0,
    ]

    private static func completed(_ content: JSONObject, code: String, _ type: BlockType) -> JSONObject {
        let content = ClientCompletion.completed(content, for: type.client)
        var fields = always.merging(content, uniquingKeysWith: { $1 })
        fields["blockCode"] = .string(code)
        fields["showType"] = .string(type.showType)
        fields["uiElement"] = .object(ClientCompletion.appearance(fields["uiElement"]))
        return fields
    }
}

/// A block in its languages. Few of them are requested, so that each is made on its first request.
final class LocalizedContents: Sendable {
    private let block: BlockResource
    private let catalog: BlockTypeCatalog
    private let publicURL: String?
    private let made = Mutex<[Int: RenderedContent?]>([:])

    init(_ block: BlockResource, _ catalog: BlockTypeCatalog, _ publicURL: String?) {
        self.block = block
        self.catalog = catalog
        self.publicURL = publicURL
    }

    /// Whether no language has anything to show.
    var areEmpty: Bool {
        block.localizedContents.allSatisfy { catalog[block.showType]?.isEmpty($0.content) ?? true }
    }

    /// The form in the language of a place, in the order of the languages' names; nil if it has nothing to show.
    subscript(place: Int) -> RenderedContent? {
        if let known = made.withLock({ $0[place] }) { return known }
        let languages = block.languages
        guard languages.indices.contains(place), let patch = block.localizations[languages[place]] else { return nil }
        let localized = MergePatch.apply(patch, to: .object(block.content)).object ?? [:]
        let content = RenderedContent(localized, code: block.blockCode, showType: block.showType, catalog, publicURL)
        made.withLock { $0[place] = .some(content) }
        return content
    }
}
