import HomeBlocks
import Synchronization

/// One version of a block in all its forms. It never changes, so it is made once.
public final class RenderedBlock: Sendable {
    public let code: String
    /// What is sent to those who read none of its languages.
    let standard: RenderedForm?
    /// What is sent instead for each language.
    let localized: LocalizedContents?
    /// What is sent to apps that are too old for the layout.
    let fallback: RenderedForm?
    let conditions: BlockConditions
    private let visibility: Visibility
    /// The rules of single cards, in the order of their ids.
    private let cardRules: [Visibility]
    /// The name of the feed that fills it.
    private let feedName: String?
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
        let list = block.source?.feed.flatMap { lists[$0] }
        feedName = block.source?.feed
        self.list = list?.withoutCards
        isListOver = list?.isOver(at: now) ?? false
        let block = block.filled(with: list, catalog, at: now).withoutNamesOfAudiences
        code = block.blockCode
        standard = RenderedForm(block.content, of: block, showType: block.showType, catalog, publicURL)
        localized = block.localizations.isEmpty ? nil : LocalizedContents(block, catalog, publicURL)
        fallback = block.fallback.flatMap {
            RenderedForm($0.content, of: block, showType: $0.showType, catalog, publicURL)
        }
        conditions = BlockConditions(block, catalog)
        visibility = block.visibility
        cardRules = block.cardRules.sorted { $0.key < $1.key }.map(\.value)
    }

    private var isEmpty: Bool { standard == nil && fallback == nil && localized?.areEmpty ?? true }

    /// Whether the section stands in somebody's document at an instant, unless all of its cards have rules.
    func isShown(at now: Instant) -> Bool { !isEmpty && visibility.isVisible(at: now) }

    /// The next instant at which that changes, or which of its cards are shown.
    func nextChange(after now: Instant) -> Instant? {
        if isEmpty { return nil }
        let end = list?.endsAt.flatMap { now < $0 ? $0 : nil }
        let own = [visibility.nextChange(after: now), end].compactMap(\.self).min()
        guard visibility.isVisible(at: now) else { return own }
        return cardRules.reduce(own) { next, rule in
            guard let change = rule.nextChange(after: now) else { return next }
            return next.map { min($0, change) } ?? change
        }
    }

    /// How many of its cards have a window.
    var windowCount: Int { cardRules.count { $0.from != nil || $0.until != nil } }

    /// Whether anything of it may depend on who requests it.
    var hasConditions: Bool { !conditions.isEmpty || !cardRules.isEmpty }

    /// What of it depends on who requests it at an instant.
    func conditions(at now: Instant) -> BlockConditions {
        guard !cardRules.isEmpty else { return conditions }
        var conditions = conditions
        conditions.cardAudiences = cardRules.filter { $0.isVisible(at: now) }.compactMap(\.audience)
        return conditions
    }

    /// The feed that fills it, and the version of its list, 0 for none.
    var feed: (name: String, version: Int64)? { feedName.map { ($0, list?.version ?? 0) } }

    /// Whether it is the same with the lists of some versions at an instant.
    public func isCurrent(_ versions: [String: Int64], at now: Instant) -> Bool {
        guard let feed else { return true }
        return versions[feed.name] ?? 0 == feed.version && list?.isOver(at: now) ?? false == isListOver
    }
}

/// One form of a block as clients get it, completed to the wire format and encoded.
public struct RenderedContent: Sendable {
    /// The block of the document, as JSON.
    public let bytes: [UInt8]
    /// The round menu entries, if the layout is the one that holds them.
    let menus: [JSONValue]
    /// How many cards it has.
    public let itemCount: Int
    let cards: Cards
    /// The hash of its bytes, of which the validators of documents are made.
    let digest: [UInt8]

    init(bytes: [UInt8], menus: [JSONValue], itemCount: Int, cards: Cards) {
        self.bytes = bytes
        self.menus = menus
        self.itemCount = itemCount
        self.cards = cards
        digest = Digest.sha256(bytes)
    }

    /// The cards of a form, with all that there is of each.
    enum Cards {
        case none
        /// They are read out of the encoded block: few clients request single cards.
        case inBlock([UInt8], at: JSONPointer, CardIdentity)
        case each([EncodedCard])
    }

    /// Its cards, each with its id and as JSON.
    public func items() -> [(id: String?, bytes: [UInt8])] {
        switch cards {
        case .none: return []
        case .inBlock(let bytes, let pointer, let identity):
            let block = try? JSONValue(parsing: bytes, limits: .stored)
            return block?[pointer: pointer]?.array?.map { (identity.id(of: $0), $0.encoded) } ?? []
        case .each(let cards): return cards.map { ($0.id, $0.whole ?? $0.bytes) }
        }
    }
}

/// A block in its languages. Few of them are requested, so that each is made on its first request.
final class LocalizedContents: Sendable {
    private let block: BlockResource
    private let catalog: BlockTypeCatalog
    private let publicURL: String?
    private let made = Mutex<[Int: RenderedForm?]>([:])

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
    subscript(place: Int) -> RenderedForm? {
        if let known = made.withLock({ $0[place] }) { return known }
        let languages = block.languages
        guard languages.indices.contains(place), let patch = block.localizations[languages[place]] else { return nil }
        let localized = MergePatch.apply(patch, to: .object(block.content)).object ?? [:]
        let form = RenderedForm(localized, of: block, showType: block.showType, catalog, publicURL)
        made.withLock { $0[place] = .some(form) }
        return form
    }
}
