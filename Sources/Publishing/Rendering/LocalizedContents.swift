import HomeBlocks
import Synchronization

/// A block in its languages. There may be many and few are requested, so each is rendered when a variant shows it, and
/// kept as long as one does.
final class LocalizedContents: Sendable {
    /// The block without its content and localizations.
    private let block: BlockResource
    /// The content, and each language's patch in the order of the tags. Encoded JSON needs a fraction of the memory of
    /// parsed values.
    private let content: [UInt8]
    private let patches: [[UInt8]]
    private let catalog: BlockTypeCatalog
    private let publicURL: String?
    private let made = Mutex<[Int: Made]>([:])

    /// The rendered form in a language. Only variants hold strong references to it.
    private struct Made {
        weak var whole: RenderedContent?
        weak var cards: EncodedCards?
        let isNothing: Bool

        init(_ form: RenderedForm?) {
            isNothing = form == nil
            switch form {
            case .whole(let content)?: whole = content
            case .cards(let content)?: cards = content
            case nil: break
            }
        }

        var form: RenderedForm? { whole.map(RenderedForm.whole) ?? cards.map(RenderedForm.cards) }
    }

    init(_ block: BlockResource, _ catalog: BlockTypeCatalog, _ publicURL: String?) {
        content = JSONValue.object(block.content).encoded
        patches = block.localizations.sortedByName.map(\.value.encoded)
        var block = block
        (block.content, block.localizations) = ([:], [:])
        self.block = block
        self.catalog = catalog
        self.publicURL = publicURL
    }

    /// The form in the language at an index, in the order of the languages' names; nil if it has nothing to show.
    subscript(place: Int) -> RenderedForm? {
        let known = made.withLock { $0[place] }
        if let known, known.isNothing { return nil }
        if let form = known?.form { return form }
        let form = form(at: place)
        made.withLock { $0[place] = Made(form) }
        return form
    }

    private func form(at place: Int) -> RenderedForm? {
        guard patches.indices.contains(place), let patch = try? JSONValue(parsing: patches[place], limits: .stored),
            let content = try? JSONValue(parsing: content, limits: .stored)
        else { return nil }
        let localized = MergePatch.apply(patch, to: content).object ?? [:]
        return RenderedForm(
            localized, of: block, showType: block.showType, catalog, publicURL, isKeptByPage: false)
    }
}
