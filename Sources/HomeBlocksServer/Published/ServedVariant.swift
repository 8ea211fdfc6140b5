import HomeBlocks
import Publishing
import Synchronization

/// A page as one audience gets it, with its answers, each encoded when first asked for, once.
final class ServedVariant: Sendable {
    let id: Int
    let page: PageVariant
    /// The whole page.
    let document: Representation
    private let changesAt: Instant?
    private let onGrowth: @Sendable (Int) -> Void
    private let pieces: Mutex<Pieces>
    private let lastUseMilliseconds = Atomic<Int64>(0)

    enum Piece: Hashable {
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
            let weight = made.size + ServedVariant.overhead
            guard weight <= bytesLeft else { return false }
            if kept.updateValue(made, forKey: piece) == nil { bytesLeft -= weight }
            return true
        }
    }

    /// About how many bytes an answer has beside its own.
    private static let overhead = 1024

    init(_ page: PageVariant, changesAt: Instant?, cache: VariantCache) {
        let id = cache.newID()
        let onGrowth: @Sendable (Int) -> Void = { [weak cache] in cache?.grow(id, by: $0) }
        self.id = id
        self.page = page
        self.changesAt = changesAt
        self.onGrowth = onGrowth
        document = Representation(page.document(), changesAt: changesAt, onGrowth: onGrowth)
        pieces = Mutex(Pieces(bytesLeft: 3 * page.size + (256 << 10)))
    }

    /// How many bytes it has when it is made.
    var weight: Int { document.size + Self.overhead * 8 + page.shown.count * 128 }

    var lastUse: Instant { Instant(milliseconds: lastUseMilliseconds.load(ordering: .relaxed)) }

    func use(at now: Instant) { lastUseMilliseconds.store(now.milliseconds, ordering: .relaxed) }

    func isOlder(than other: ServedVariant) -> Bool { lastUse < other.lastUse }

    /// An answer beside the document, if it is made already.
    func ready(_ piece: Piece) -> Representation? { pieces.withLock { $0.kept[piece] } }

    var menus: Representation { piece(.menus) { page.menus() } }

    /// One section, if it is shown.
    func block(_ code: String) -> Representation? {
        guard let block = page.shown[code] else { return nil }
        return piece(.block(code)) { PublishedPage.envelope(block.bytes) }
    }

    /// One card of a section, if there is one.
    func item(_ index: Int, of code: String) -> Representation? {
        guard let block = page.shown[code], index < block.itemCount else { return nil }
        if let known = ready(.item(code, index)) { return known }
        let items = block.itemBytes().map { representation(PublishedPage.envelope($0)) }
        let kept = items.enumerated().map { place, item in keep(.item(code, place), item) }
        guard items.indices.contains(index) else { return nil }
        return kept[index] ?? items[index].uncompressed
    }

    /// A part of the page.
    func part(from cursor: PageCursor, limit: Int) -> Representation {
        guard cursor.order == page.start.order else {
            // What is made for one client is not worth compressing.
            return Representation(
                page.document(from: cursor, limit: limit), compression: nil, changesAt: changesAt)
        }
        // However much more is asked for, there is no more than the rest.
        let limit = min(limit, max(1, page.order.count - cursor.offset))
        return piece(.part(offset: cursor.offset, limit: limit)) { page.document(from: cursor, limit: limit) }
    }

    private func piece(_ piece: Piece, _ make: () -> [UInt8]) -> Representation {
        if let known = ready(piece) { return known }
        let made = representation(make())
        return keep(piece, made) ?? made.uncompressed
    }

    private func representation(_ bytes: [UInt8]) -> Representation {
        Representation(bytes, changesAt: changesAt, onGrowth: onGrowth)
    }

    /// What is kept under a name then; nil if there is no room for it.
    private func keep(_ piece: Piece, _ made: Representation) -> Representation? {
        let kept = pieces.withLock { pieces -> (answer: Representation, isNew: Bool)? in
            if let known = pieces.kept[piece] { return (known, false) }
            return pieces.keep(piece, made) ? (made, true) : nil
        }
        if let kept, kept.isNew { onGrowth(made.size + Self.overhead) }
        return kept?.answer
    }
}
