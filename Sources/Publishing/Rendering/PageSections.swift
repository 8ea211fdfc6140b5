import HomeBlocks

/// A page's sections, without their order, from one instant until the next one at which a section changes.
final class PageSections: Sendable {
    /// The conditions that clients' documents depend on.
    let rules: AudienceRules
    /// Identifies the page and its conditions in text keys.
    let rulesIdentifier: String
    /// The next instant at which a section changes; nil if none is planned.
    let changesAt: Instant?
    /// Whether so many windows are planned that anything rendered is soon out of date.
    let changesOften: Bool
    /// The feeds that fill sections, shown or not, with the versions of their lists.
    let feeds: [String: Int64]
    let frame: PageFrame
    /// The sections are valid from this instant on.
    private let instant: Instant
    private let visible: [RenderedBlock]
    /// The blocks that feeds fill, shown or not.
    private let filled: [RenderedBlock]
    private let index: AudienceRules.Index

    /// The number of windows from which on a page changes often.
    private static let oftenCount = 60

    /// - Parameters:
    ///   - blocks: the rendered version of each block of a revision.
    ///   - publicURL: the server's public URL; nil leaves the URLs of its pictures relative.
    init(_ blocks: [RenderedBlock], of revision: LiveRevision, at now: Instant, publicURL: String?) {
        instant = now
        frame = PageFrame(
            data: publicURL.map { PictureAddresses.absolute(revision.data, at: $0) } ?? revision.data,
            client: revision.page.client)
        visible = blocks.filter { $0.isShown(at: now) }
        // Sorted, so that the same conditions always make the same rules.
        let conditional = visible.filter(\.hasConditions).sorted { $0.code < $1.code }
        rules = AudienceRules(conditional.map { $0.conditions(at: now) })
        rulesIdentifier = rules.identifier(of: revision.page.slug)
        index = AudienceRules.Index(rules)
        changesOften = visible.reduce(0) { $0 + $1.windowCount } >= Self.oftenCount
        filled = blocks.filter { $0.feed != nil }
        feeds = Dictionary(blocks.compactMap(\.feed), uniquingKeysWith: min)
        changesAt = blocks.compactMap { $0.nextChange(after: now) }.min()
    }

    /// Whether the sections are still valid at an instant, with feeds' lists of some versions.
    func areCurrent(_ lists: [String: Int64], at now: Instant) -> Bool {
        now >= instant && changesAt.map { now < $0 } ?? true && filled.allSatisfy { $0.isCurrent(lists, at: now) }
    }

    /// The sections that clients with a key get, by code.
    func shown(for key: AudienceKey) -> [String: RenderedContent] {
        let shown = visible.compactMap { block in
            rules.choice(block, for: key, at: instant, index).map { (block.code, $0) }
        }
        return Dictionary(shown, uniquingKeysWith: { $1 })
    }
}
