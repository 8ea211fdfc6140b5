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
    /// Whether nobody has anything to see of it.
    private let isEmpty: Bool
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
        let standard = RenderedForm(block.content, of: block, showType: block.showType, catalog, publicURL)
        localized = block.localizations.isEmpty ? nil : LocalizedContents(block, catalog, publicURL)
        let fallback = block.fallback.flatMap {
            RenderedForm($0.content, of: block, showType: $0.showType, catalog, publicURL)
        }
        (self.standard, self.fallback) = (standard, fallback)
        isEmpty =
            standard == nil && fallback == nil
            && block.localizedContents.allSatisfy { catalog[block.showType]?.isEmpty($0.content) ?? true }
        conditions = BlockConditions(block, catalog)
        visibility = block.visibility
        cardRules = block.cardRules.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether some reader's document has the section at an instant, unless all of its cards have rules.
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
