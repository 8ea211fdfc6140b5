import HomeBlocks
import Synchronization

/// One version of a block in all its forms. It never changes, so it is rendered once.
public final class RenderedBlock: Sendable {
    public let code: String
    /// The form for clients that read none of the block's languages.
    let standard: RenderedForm?
    /// The forms for each language.
    let localized: LocalizedContents?
    /// The form for apps that are too old for the layout.
    let fallback: RenderedForm?
    let conditions: BlockConditions
    private let visibility: Visibility
    /// Whether it has nothing to show to anyone.
    private let isEmpty: Bool
    /// The rules of single cards, in the order of their ids.
    private let cardRules: [Visibility]
    /// The name of the feed that fills it.
    private let feedName: String?
    /// The list of the feed that fills it, without its cards; nil if there is none yet.
    private let list: FeedList?
    /// Whether that list had expired when the block was rendered.
    private let isListExpired: Bool

    /// - Parameters:
    ///   - publicURL: the server's public URL; nil leaves the URLs of its pictures relative.
    ///   - lists: the lists of feeds, by the feed's name.
    ///   - now: the instant to render for, which determines whether the list has expired.
    public init(
        _ block: BlockResource, _ catalog: BlockTypeCatalog, publicURL: String? = nil, lists: [String: FeedList] = [:],
        at now: Instant = Instant(milliseconds: 0)
    ) {
        let list = block.source?.feed.flatMap { lists[$0] }
        feedName = block.source?.feed
        self.list = list?.withoutCards
        isListExpired = list?.isExpired(at: now) ?? false
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

    /// Whether some clients get the section at an instant. If all of its cards have rules, possibly none do.
    func isShown(at now: Instant) -> Bool { !isEmpty && visibility.isVisible(at: now) }

    /// The next instant at which that or the set of shown cards changes.
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

    /// Whether any part of it may depend on the client.
    var hasConditions: Bool { !conditions.isEmpty || !cardRules.isEmpty }

    /// The conditions by which it depends on the client at an instant.
    func conditions(at now: Instant) -> BlockConditions {
        guard !cardRules.isEmpty else { return conditions }
        var conditions = conditions
        conditions.cardAudiences = cardRules.filter { $0.isVisible(at: now) }.compactMap(\.audience)
        return conditions
    }

    /// The feed that fills it, and the version of its list, 0 for none.
    var feed: (name: String, version: Int64)? { feedName.map { ($0, list?.version ?? 0) } }

    /// Whether it is still valid with lists of some versions at an instant.
    public func isCurrent(_ versions: [String: Int64], at now: Instant) -> Bool {
        guard let feed else { return true }
        return versions[feed.name] ?? 0 == feed.version && list?.isExpired(at: now) ?? false == isListExpired
    }
}
