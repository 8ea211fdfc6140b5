import HomeBlocks
import Publishing
import Synchronization

/// A published page with its answers, each encoded when first asked for, once.
final class ServedPage: Sendable {
    let page: PublishedPage
    /// Every block of the revision, shown or not, for building the next revision's answers.
    let rendered: [BlockVersionID: RenderedBlock]
    private let answers = Mutex<[Answer: Representation]>([:])

    private enum Answer: Hashable {
        case document, menus, sort
        case block(String)
        case item(String, Int)
        case part(offset: Int, limit: Int)
    }

    /// Clients choose offset and limit: more kinds of parts than this are made anew each time.
    private static let mostParts = 64

    init(_ page: PublishedPage, rendered: [BlockVersionID: RenderedBlock]) {
        self.page = page
        self.rendered = rendered
    }

    var document: Representation { answer(.document) { Representation(page.document()) } }
    var menus: Representation { answer(.menus) { Representation(page.menus()) } }
    var sort: Representation { answer(.sort) { Representation(page.sort(), tag: page.revision.order.tag) } }

    /// One section, if it is shown.
    func block(_ code: String) -> Representation? {
        guard let block = page.shown[code] else { return nil }
        return answer(.block(code)) { Representation(PublishedPage.envelope(block.bytes)) }
    }

    /// One card of a section, if there is one.
    func item(_ index: Int, of code: String) -> Representation? {
        guard let block = page.shown[code], index < block.itemCount else { return nil }
        if let known = answers.withLock({ $0[.item(code, index)] }) { return known }
        let items = block.itemBytes().map { Representation(PublishedPage.envelope($0)) }
        answers.withLock { answers in
            for (place, item) in items.enumerated() { answers[.item(code, place)] = item }
        }
        return items.indices.contains(index) ? items[index] : nil
    }

    /// A part of the page.
    func part(from cursor: PageCursor, limit: Int) -> Representation {
        let make = { Representation(self.page.document(from: cursor, limit: limit)) }
        guard cursor.order == page.revision.order.order, answers.withLock(\.count) < Self.mostParts + page.shown.count
        else { return make() }
        return answer(.part(offset: cursor.offset, limit: limit), make)
    }

    private func answer(_ key: Answer, _ make: () -> Representation) -> Representation {
        answers.withLock { answers in
            if let known = answers[key] { return known }
            let made = make()
            answers[key] = made
            return made
        }
    }
}
