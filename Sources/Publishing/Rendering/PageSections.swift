import HomeBlocks

/// What a page is made of but its order: its sections from one instant until the next at which one of them changes.
final class PageSections: Sendable {
    /// The conditions that clients' documents depend on.
    let rules: AudienceRules
    /// Identifies the page and its conditions, for keys as text.
    let rulesIdentifier: String
    /// A section is different from this instant on; nil if nothing is planned.
    let changesAt: Instant?
    /// Whether so many windows are planned that what is made of them is soon out of date.
    let changesOften: Bool
    /// The feeds that fill them, shown or not, with the versions of their lists.
    let feeds: [String: Int64]
    let frame: PageFrame
    /// They are so from this instant on.
    private let instant: Instant
    private let visible: [RenderedBlock]
    /// Those that feeds fill, shown or not.
    private let filled: [RenderedBlock]
    private let index: AudienceRules.Index

    /// From how many windows on a page changes often.
    private static let oftenCount = 60

    /// - Parameters:
    ///   - blocks: the rendered version of each block of a revision.
    ///   - publicURL: the address that clients know the server by; nil leaves addresses of its pictures relative.
    init(_ blocks: [RenderedBlock], of revision: LiveRevision, at now: Instant, publicURL: String?) {
        instant = now
        frame = PageFrame(
            data: publicURL.map { PictureAddresses.absolute(revision.data, at: $0) } ?? revision.data,
            client: revision.page.client)
        visible = blocks.filter { $0.isShown(at: now) }
        // In one order always, so that the same conditions make the same rules.
        let conditional = visible.filter(\.hasConditions).sorted { $0.code < $1.code }
        rules = AudienceRules(conditional.map { $0.conditions(at: now) })
        rulesIdentifier = rules.identifier(of: revision.page.slug)
        index = AudienceRules.Index(rules)
        changesOften = visible.reduce(0) { $0 + $1.windowCount } >= Self.oftenCount
        filled = blocks.filter { $0.feed != nil }
        feeds = Dictionary(blocks.compactMap(\.feed), uniquingKeysWith: min)
        changesAt = blocks.compactMap { $0.nextChange(after: now) }.min()
    }

    /// Whether they are still so at an instant, with the lists of feeds of some versions.
    func areCurrent(_ lists: [String: Int64], at now: Instant) -> Bool {
        now >= instant && changesAt.map { now < $0 } ?? true && filled.allSatisfy { $0.isCurrent(lists, at: now) }
    }

    /// What clients with a key get of them, by their codes.
    func shown(for key: AudienceKey) -> [String: RenderedContent] {
        let shown = visible.compactMap { block in
            rules.choice(block, for: key, at: instant, index).map { (block.code, $0) }
        }
        return Dictionary(shown, uniquingKeysWith: { $1 })
    }
}
