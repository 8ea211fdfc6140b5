import HTTPTypes
import HomeBlocks
import Publishing
import Synchronization

/// An audience's variant of a page. Each representation is encoded when it is first requested.
final class ServedVariant: Sendable {
    let id: Int
    let page: PageVariant
    /// The whole page.
    let document: Representation
    /// The response with the audience's key in a header field.
    private let audience: Representation
    private let changesAt: Instant?
    private let compression: Compression.Effort
    private let onGrowth: @Sendable (Int) -> Void
    private let fields: @Sendable (ReadRoute) -> HTTPFields
    private let pieces: Mutex<Pieces>
    private let lastUseMilliseconds = Atomic<Int64>(0)
    private let useCount: Atomic<Int>

    private enum Piece: Hashable {
        case menus
        case block(String)
        case item(String, Int)
        case items(String, offset: Int, limit: Int)
        case part(offset: Int, limit: Int)
    }

    /// The representations other than the document. Clients choose which ones they read, so beyond a maximum size they
    /// are encoded for each request.
    private struct Pieces {
        var kept: [Piece: Representation] = [:]
        /// The indices of cards by id, for sections with a card that was requested by id.
        var indices: [String: [JSONString: Int]] = [:]
        /// The cards of each section that was read in parts.
        var lists: [String: CardList] = [:]
        var bytesLeft: Int

        /// Caches a representation if there is room for it.
        mutating func keep(_ piece: Piece, _ made: Representation) -> Bool {
            let weight = made.weight
            guard weight <= bytesLeft else { return false }
            if kept.updateValue(made, forKey: piece) == nil { bytesLeft -= weight }
            return true
        }
    }

    /// The approximate overhead of a variant in bytes.
    private static let overhead = 4096
    /// The approximate overhead in bytes of an id in ``Pieces/indices``.
    private static let idOverhead = 64

    /// - Parameters:
    ///   - key: the key of the variant's audience.
    ///   - changesOften: whether bodies are soon out of date and therefore not worth compressing thoroughly.
    ///   - earlier: the audience's previous variant. Unchanged pieces of its document are reused.
    ///   - fields: returns the header fields for shared caches for a route's responses.
    init(
        _ page: PageVariant, key: EncodedAudienceKey, changesAt: Instant?, changesOften: Bool = false,
        cache: VariantCache, after earlier: ServedVariant? = nil,
        fields: @escaping @Sendable (ReadRoute) -> HTTPFields
    ) {
        let id = cache.newID()
        let onGrowth: @Sendable (Int) -> Void = { [weak cache] in cache?.grow(id, by: $0) }
        self.id = id
        self.page = page
        self.changesAt = changesAt
        compression = changesOften ? .fast : .thorough
        self.onGrowth = onGrowth
        self.fields = fields
        let (pieces, tag) = page.pieces()
        document = Representation(
            ResponseBytes(pieces, like: earlier?.document.body), tag: tag,
            compression: compression, changesAt: changesAt, fields: fields(.homepage), onGrowth: onGrowth)
        var keyFields: HTTPFields = [.audienceKey: key.text]
        keyFields.append(contentsOf: fields(.audience))
        audience = Representation(withoutContent: keyFields, changesAt: changesAt, onGrowth: onGrowth)
        let bytesLeft = min(3 * page.size + (256 << 10), Self.maximumPieceBytes)
        self.pieces = Mutex(Pieces(bytesLeft: bytesLeft))
        // Frequently used variants are likely to be used frequently again.
        useCount = Atomic((earlier?.uses ?? 0) / 2)
    }

    /// The approximate maximum size in bytes of the representations other than the document.
    private static let maximumPieceBytes = 4 << 20

    /// The approximate memory use in bytes of a new variant, without the content that all variants of the page share.
    var weight: Int { Self.overhead + document.weight + audience.weight + page.retainedBytes }

    var lastUse: Instant { Instant(milliseconds: lastUseMilliseconds.load(ordering: .relaxed)) }

    /// The approximate number of uses. Simultaneous uses may count once, and uses of earlier versions count half.
    var uses: Int { useCount.load(ordering: .relaxed) }

    func use(at now: Instant) {
        lastUseMilliseconds.store(now.milliseconds, ordering: .relaxed)
        useCount.store(uses &+ 1, ordering: .relaxed)
    }

    /// Returns the requested representation if it is already encoded.
    func ready(_ content: ReadRequest.Content) -> Representation? {
        switch content {
        case .document: document
        case .menus: kept(.menus)
        case .block(let code): kept(.block(code))
        case .item(let code, let card): index(of: card, in: code).flatMap { kept(.item(code, $0)) }
        case .audience: audience
        case .items, .part, .order: nil
        }
    }

    /// Returns the requested representation, and encodes it if necessary.
    func representation(of content: ReadRequest.Content) throws(PublishingError) -> Representation {
        switch content {
        case .document: return document
        case .audience: return audience
        case .menus: return piece(.menus, of: .menus) { page.menus() }
        case .part(let cursor, let limit): return part(from: cursor ?? page.start, limit: limit)
        case .block(let code):
            let block = try section(code)
            return piece(.block(code), of: .block) { PublishedPage.envelope(block.bytes) }
        case .items(let code, let cursor, let limit): return items(of: code, try section(code), from: cursor, limit)
        case .item(let code, let card):
            guard let item = item(card, of: code, try section(code)) else {
                throw .notFound("The section \"\(code.prefix(128))\" currently shows no \(card).")
            }
            return item
        case .order: throw .internalError("a variant has no order")
        }
    }

    private func section(_ code: String) throws(PublishingError) -> RenderedContent {
        guard let block = page.shown[code] else {
            throw .notFound("The page currently shows no section \"\(code.prefix(128))\".")
        }
        return block
    }

    private func item(_ card: CardName, of code: String, _ block: RenderedContent) -> Representation? {
        if let index = index(of: card, in: code) {
            if index >= block.itemCount { return nil }
            if let known = kept(.item(code, index)) { return known }
        } else if pieces.withLock({ $0.indices[code] != nil }) {
            return nil
        }
        let cards = block.items()
        let items = cards.map { representation(PublishedPage.envelope($0.bytes), of: .item) }
        let stored = items.enumerated().map { index, item in keep(.item(code, index), item) }
        let indices = Dictionary(
            cards.enumerated().compactMap { index, card in card.id.map { (JSONString($0), index) } },
            uniquingKeysWith: { first, _ in first })
        if case .id = card { keep(indices, of: code) }
        guard let index = card.index(indices), items.indices.contains(index) else { return nil }
        return stored[index] ?? items[index].uncompressed
    }

    /// Returns the index of a card; nil if the section has no card with that id, or if its ids are not known yet.
    private func index(of card: CardName, in code: String) -> Int? {
        pieces.withLock { card.index($0.indices[code] ?? [:]) }
    }

    private func keep(_ indices: [JSONString: Int], of code: String) {
        let weight = indices.keys.reduce(Self.overhead) { $0 + $1.text.utf8.count + Self.idOverhead }
        let isNew = pieces.withLock { pieces -> Bool in
            guard pieces.indices[code] == nil, weight <= pieces.bytesLeft else { return false }
            pieces.indices[code] = indices
            pieces.bytesLeft -= weight
            return true
        }
        if isNew { onGrowth(weight) }
    }

    private func items(
        of code: String, _ block: RenderedContent, from cursor: PageCursor?, _ limit: Int
    ) -> Representation {
        let list = list(of: code, block)
        let cursor = cursor ?? list.start
        guard cursor.order == list.start.order else {
            return Representation(
                list.part(from: cursor, limit: limit), compression: nil, changesAt: changesAt, fields: fields(.items))
        }
        let limit = min(limit, max(1, list.count - cursor.offset))
        return piece(.items(code, offset: cursor.offset, limit: limit), of: .items) {
            list.part(from: cursor, limit: limit)
        }
    }

    private func list(of code: String, _ block: RenderedContent) -> CardList {
        if let known = pieces.withLock({ $0.lists[code] }) { return known }
        let list = CardList(block.items())
        let weight = list.size + list.count * Self.idOverhead + Self.overhead
        let isNew = pieces.withLock { pieces -> Bool in
            guard pieces.lists[code] == nil, weight <= pieces.bytesLeft else { return false }
            pieces.lists[code] = list
            pieces.bytesLeft -= weight
            return true
        }
        if isNew { onGrowth(weight) }
        return list
    }

    private func part(from cursor: PageCursor, limit: Int) -> Representation {
        guard cursor.order == page.start.order else {
            // A part that only one client reads is not worth compressing.
            return Representation(
                page.document(from: cursor, limit: limit), compression: nil, changesAt: changesAt,
                fields: fields(.homepage))
        }
        // All limits beyond the end of the page select the same part.
        let limit = min(limit, max(1, page.order.count - cursor.offset))
        return piece(.part(offset: cursor.offset, limit: limit), of: .homepage) {
            page.document(from: cursor, limit: limit)
        }
    }

    private func kept(_ piece: Piece) -> Representation? { pieces.withLock { $0.kept[piece] } }

    private func piece(_ piece: Piece, of route: ReadRoute, _ make: () -> [UInt8]) -> Representation {
        if let known = kept(piece) { return known }
        let made = representation(make(), of: route)
        return keep(piece, made) ?? made.uncompressed
    }

    private func representation(_ bytes: [UInt8], of route: ReadRoute) -> Representation {
        Representation(
            bytes, compression: compression, changesAt: changesAt, fields: fields(route), onGrowth: onGrowth)
    }

    /// Caches a representation and returns the cached one; nil if there is no room for it.
    private func keep(_ piece: Piece, _ made: Representation) -> Representation? {
        let kept = pieces.withLock { pieces -> (representation: Representation, isNew: Bool)? in
            if let known = pieces.kept[piece] { return (known, false) }
            return pieces.keep(piece, made) ? (made, true) : nil
        }
        if let kept, kept.isNew { onGrowth(made.weight) }
        return kept?.representation
    }
}

extension CardName {
    /// - Parameter indices: the indices of the cards that have an id.
    fileprivate func index(_ indices: [JSONString: Int]) -> Int? {
        switch self {
        case .place(let index): index
        case .id(let id): indices[JSONString(id)]
        }
    }
}

extension HTTPField.Name {
    fileprivate static let audienceKey = HTTPField.Name("Audience-Key") ?? .eTag
}
