import HomeBlocks
import Publishing
import Synchronization

/// A page as one audience gets it, with its answers, each encoded when first asked for, once.
final class ServedVariant: Sendable {
    let page: PageVariant
    let document: Representation
    private let answers = Mutex<[Answer: Representation]>([:])
    private let parts = Mutex<[Part: Representation]>([:])

    private enum Answer: Hashable {
        case menus
        case block(String)
        case item(String, Int)
    }

    private struct Part: Hashable {
        let offset: Int
        let limit: Int
    }

    /// Clients choose offset and limit: more kinds of parts than this are made anew each time.
    private static let mostParts = 64
    /// A page may have a million cards, and only few are asked for one by one.
    private static let mostAnswers = 4096

    init(_ page: PageVariant) {
        self.page = page
        document = Representation(page.document())
    }

    /// About how many bytes it keeps.
    var size: Int { document.size }

    var menus: Representation { answer(.menus) { Representation(page.menus()) } }

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
            guard answers.count + items.count <= Self.mostAnswers else { return }
            for (place, item) in items.enumerated() { answers[.item(code, place)] = item }
        }
        return items.indices.contains(index) ? items[index] : nil
    }

    /// A part of the page.
    func part(from cursor: PageCursor, limit: Int) -> Representation {
        // What is made for one client is not worth compressing.
        let single = { Representation(self.page.document(from: cursor, limit: limit), isCompressible: false) }
        guard cursor.order == page.order else { return single() }
        return parts.withLock { parts in
            let key = Part(offset: cursor.offset, limit: limit)
            if let known = parts[key] { return known }
            guard parts.count < Self.mostParts else { return single() }
            let made = Representation(page.document(from: cursor, limit: limit))
            parts[key] = made
            return made
        }
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
