import HomeBlocks

/// A section's cards, for clients that read them in parts. The first part fixes the order of the cards' ids. While the
/// list changes, as a feed's list does, remaining cards are neither repeated nor lost, removed ones are skipped, and
/// new ones only appear once a client starts again.
public struct CardList: Sendable {
    /// The name of each card in cursors: its id.
    private let names: [String]
    private let cards: [[UInt8]]
    /// The cursor at the first card.
    public let start: PageCursor

    /// - Parameter cards: the cards, each with its id and as JSON. A card without an id, or with that of an earlier
    ///   card, is named by its position.
    public init(_ cards: [(id: String?, bytes: [UInt8])]) {
        var known: Set<JSONString> = []
        var names: [String] = []
        for (index, card) in cards.enumerated() {
            var name = card.id ?? "\u{0}\(index)"
            while !known.insert(JSONString(name)).inserted { name += "\u{0}\(index)" }
            names.append(name)
        }
        self.names = names
        self.cards = cards.map(\.bytes)
        start = PageCursor(offset: 0, order: CursorOrder(names))
    }

    public var count: Int { cards.count }

    /// The total size of the cards, in bytes.
    public var size: Int { cards.reduce(0) { $0 + $1.count } }

    /// The response with the next cards, at most `limit`.
    public func part(from cursor: PageCursor, limit: Int) -> [UInt8] {
        let places = Dictionary(
            names.enumerated().map { (JSONString($1), $0) }, uniquingKeysWith: { first, _ in first })
        let part = cursor.next(limit, of: names) { places[JSONString($0)] != nil }
        let shown = part.codes.compactMap { places[JSONString($0)] }.map { cards[$0] }
        let data =
            Array("{\"cursor\":".utf8) + JSONValue.string(part.cursor.text).encoded
            + Array(",\"hasMore\":\(part.hasMore),\"items\":".utf8) + PublishedPage.array(shown) + Array("}".utf8)
        return PublishedPage.envelope(data)
    }
}
