import HomeBlocks

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

    public init(_ block: BlockResource, _ catalog: BlockTypeCatalog) {
        let code = block.blockCode
        self.code = code
        standard = RenderedContent(block.content, code: code, showType: block.showType, catalog)
        localized = block.localizations.isEmpty ? nil : LocalizedContents(block, catalog)
        fallback = block.fallback.flatMap { RenderedContent($0.content, code: code, showType: $0.showType, catalog) }
        conditions = BlockConditions(block, catalog)
        var visibility = block
        (visibility.content, visibility.localizations, visibility.fallback) = ([:], [:], nil)
        self.visibility = visibility
    }

    private var isEmpty: Bool { standard == nil && fallback == nil && localized?.areEmpty ?? true }

    /// Whether the section stands in somebody's document at an instant.
    func isShown(at now: Instant) -> Bool { !isEmpty && visibility.isVisible(at: now) }

    /// The next instant at which that changes.
    func nextChange(after now: Instant) -> Instant? { isEmpty ? nil : visibility.nextChange(after: now) }
}
