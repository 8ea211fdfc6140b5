import HomeBlocks
import Synchronization

/// A block in its languages. Few of them are asked for, so that each is made when it is.
final class LocalizedContents: Sendable {
    private let block: BlockResource
    private let catalog: BlockTypeCatalog
    private let made = Mutex<[Int: RenderedContent?]>([:])

    init(_ block: BlockResource, _ catalog: BlockTypeCatalog) {
        self.block = block
        self.catalog = catalog
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
        let content = RenderedContent(localized, code: block.blockCode, showType: block.showType, catalog)
        made.withLock { $0[place] = .some(content) }
        return content
    }
}
