public import HomeBlocks

/// The cards that a feed has brought last.
public struct FeedList: Sendable, Equatable {
    public let feed: String
    /// The layout of the cards.
    public let showType: String
    public let cards: [JSONValue]
    /// Rises whenever another list is shown.
    public let version: Int64
    /// The list is not shown from this instant on; nil if it always is.
    public let endsAt: Instant?

    public init(feed: String, showType: String, cards: [JSONValue], version: Int64, endsAt: Instant?) {
        self.feed = feed
        self.showType = showType
        self.cards = cards
        self.version = version
        self.endsAt = endsAt
    }

    /// The same list without its cards.
    var withoutCards: FeedList {
        FeedList(feed: feed, showType: showType, cards: [], version: version, endsAt: endsAt)
    }

    /// Whether the list is too old to be shown at an instant.
    func isOver(at now: Instant) -> Bool { endsAt.map { $0 <= now } ?? false }
}

extension BlockResource {
    /// The block with a feed's cards among its own, in its content and in those of its languages that have cards.
    ///
    /// - Parameter list: the list of the block's feed; nil if there is none.
    public func filled(with list: FeedList?, _ catalog: BlockTypeCatalog, at now: Instant) -> BlockResource {
        guard case .feed(_, let positions) = source, let list, list.showType == showType, !list.isOver(at: now),
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

/// Where a block's own cards stand among those of its feed.
enum FeedPositions {
    /// Returns a block's own cards at their positions, and a feed's cards around them, each list in its order.
    ///
    /// The own card i stands at the position i of the list of positions; one that has none there stands directly behind the
    /// own card before it, and at the beginning if there is none. Where the feed has too few cards for that, own cards
    /// follow at the end. A feed's card with the id of an own one is left out.
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
