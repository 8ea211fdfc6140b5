import HomeBlocks
import Publishing
import Synchronization

/// A page as one audience gets it, with its answers, each encoded when first asked for, once.
final class ServedVariant: Sendable {
    let page: PageVariant
    private let pieces: Mutex<Pieces>

    private enum Piece: Hashable {
        case document
        case menus
        case block(String)
        case item(String, Int)
        case part(offset: Int, limit: Int)
    }

    /// Answers beside the document. Clients choose which they ask for: beyond a weight they are made anew each time.
    private struct Pieces {
        var kept: [Piece: Representation] = [:]
        var bytesLeft: Int

        /// Whether there is room for it.
        mutating func keep(_ piece: Piece, _ made: Representation) -> Bool {
            let weight = made.size + 1024
            guard weight <= bytesLeft else { return false }
            if kept.updateValue(made, forKey: piece) == nil { bytesLeft -= weight }
            return true
        }
    }

    init(_ page: PageVariant) {
        self.page = page
        pieces = Mutex(Pieces(bytesLeft: 3 * page.size + (256 << 10)))
    }

    /// About how many bytes it keeps at most: the document, its pieces, and the compressed forms of both.
    var size: Int { 5 * page.size + (512 << 10) }

    var document: Representation { piece(.document) { Representation(page.document()) } }

    var menus: Representation { piece(.menus) { Representation(page.menus()) } }

    /// One section, if it is shown.
    func block(_ code: String) -> Representation? {
        guard let block = page.shown[code] else { return nil }
        return piece(.block(code)) { Representation(PublishedPage.envelope(block.bytes)) }
    }

    /// One card of a section, if there is one.
    func item(_ index: Int, of code: String) -> Representation? {
        guard let block = page.shown[code], index < block.itemCount else { return nil }
        if let known = pieces.withLock({ $0.kept[.item(code, index)] }) { return known }
        let items = block.itemBytes().map { Representation(PublishedPage.envelope($0)) }
        pieces.withLock { pieces in
            for (place, item) in items.enumerated() { _ = pieces.keep(.item(code, place), item) }
        }
        return items.indices.contains(index) ? items[index] : nil
    }

    /// A part of the page.
    func part(from cursor: PageCursor, limit: Int) -> Representation {
        guard cursor.order == page.order else {
            // What is made for one client is not worth compressing.
            return Representation(page.document(from: cursor, limit: limit), isCompressible: false)
        }
        // However much more is asked for, there is no more than the rest.
        let limit = min(limit, max(1, page.order.count - cursor.offset))
        return piece(.part(offset: cursor.offset, limit: limit)) {
            Representation(page.document(from: cursor, limit: limit))
        }
    }

    private func piece(_ piece: Piece, _ make: () -> Representation) -> Representation {
        if let known = pieces.withLock({ $0.kept[piece] }) { return known }
        let made = make()
        return pieces.withLock { pieces in
            if let known = pieces.kept[piece] { return known }
            return pieces.keep(piece, made) ? made : made.uncompressed
        }
    }
}
