public import HomeBlocks

/// The last list of cards from a feed.
public struct FeedList: Sendable, Equatable {
    public let feed: String
    /// The layout of the cards.
    public let showType: String
    public let cards: [JSONValue]
    /// The version of the list; it increases when another list is shown.
    public let version: Int64
    /// The instant from which the list is no longer shown; nil for never.
    public let endsAt: Instant?

    public init(feed: String, showType: String, cards: [JSONValue], version: Int64, endsAt: Instant?) {
        self.feed = feed
        self.showType = showType
        self.cards = cards
        self.version = version
        self.endsAt = endsAt
    }

    /// The list without its cards.
    var withoutCards: FeedList {
        FeedList(feed: feed, showType: showType, cards: [], version: version, endsAt: endsAt)
    }

    /// Whether the list has expired at an instant.
    func isExpired(at now: Instant) -> Bool { endsAt.map { $0 <= now } ?? false }
}

extension BlockResource {
    /// Returns the block with a feed's cards added to its own ones, in its content and in its languages that have
    /// cards.
    ///
    /// - Parameter list: the list of the block's feed; nil if there is none.
    public func filled(with list: FeedList?, _ catalog: BlockTypeCatalog, at now: Instant) -> BlockResource {
        guard case .feed(_, let positions) = source, let list, list.showType == showType, !list.isExpired(at: now),
            let type = catalog[showType], let items = type.items
        else { return self }
        func filled(_ content: JSONValue) -> JSONObject {
            let own = content[pointer: items]?.array ?? []
            var cards = FeedPositions.filled(own, from: list.cards, positions, type.cardIdentity)
            let fitting = type.fitting(cards, in: content.object ?? [:], at: items)
            if fitting < cards.count {
                let count = max(0, fitting - own.count)
                cards = FeedPositions.filled(own, from: Array(list.cards.prefix(count)), positions, type.cardIdentity)
            }
            return content.setting(.array(cards), at: items).object ?? [:]
        }
        var block = self
        block.content = filled(.object(content))
        for (tag, patch) in localizations where patch[pointer: items]?.array != nil {
            block.localizations[tag] = .object(filled(patch))
        }
        return block
    }
}

/// The positions of a block's own cards among those of its feed.
enum FeedPositions {
    /// Returns a block's own cards at their positions, and a feed's cards around them, each list in its order.
    ///
    /// The block's card with index i is at the position `positions[i]`. One without a position directly follows the
    /// block's previous card, or comes first if there is none. If the feed has too few cards, the block's remaining
    /// cards come at the end. Feed cards with the ID of one of the block's cards are left out.
    static func filled(
        _ own: [JSONValue], from feed: [JSONValue], _ positions: [Int], _ identity: CardIdentity = .standard
    ) -> [JSONValue] {
        let ids = Set(own.compactMap(identity.id).map(JSONString.init))
        var others = feed.filter { card in identity.id(of: card).map { !ids.contains(JSONString($0)) } ?? true }
            .prefix(max(0, BlockType.maximumItems - own.count))
        var cards: [JSONValue] = []
        cards.reserveCapacity(own.count + others.count)
        var position = -1
        for (index, card) in own.enumerated() {
            position = index < positions.count ? positions[index] : position + 1
            while cards.count < position, let next = others.popFirst() { cards.append(next) }
            cards.append(card)
        }
        return cards + others
    }
}
