public import HomeBlocks

/// Creates the cards of a feed from a response of its upstream.
public struct FeedMapping: Sendable {
    let feed: Feed
    let catalog: BlockTypeCatalog
    /// The position of the cards in the content; nil for the layout's own position.
    private let position: JSONPointer?
    private let fitting: FeedValueFitting
    /// Sorted, so that the same item always has the same issue; each field with the schemas of its position.
    private let fields: [(position: JSONPointer, field: FeedField, nodes: [SchemaNode])]

    /// Replaces unreadable parts of a response: bytes that are not UTF-8, or half a surrogate pair.
    public static let unreadable: Unicode.Scalar = "\u{FFFF}"

    /// The version of the mapping. Increment it when the same response results in other cards, so that unchanged lists
    /// are requested again.
    public static let version = 2

    /// - Parameters:
    ///   - position: the position in the content of the list that the cards are for; nil for the layout's own.
    ///   - address: the address of the response; nil for the feed's URL.
    public init(
        _ feed: Feed, _ catalog: BlockTypeCatalog, position: JSONPointer? = nil, address: String? = nil
    ) {
        self.feed = feed
        self.position = position
        self.catalog = catalog
        let type = catalog[feed.showType]
        fitting = FeedValueFitting(schema: type?.schema, base: address ?? feed.url)
        let element = (position ?? type?.items).map { $0.tokens + ["0"] }
        fields = feed.fields.map { position, field in
            let nodes = element.flatMap { type?.schema.nodes(at: JSONPointer($0 + position.tokens)) }
            return (position, field, nodes ?? [])
        }.sorted { $0.position.description < $1.position.description }
    }

    /// The result of mapping a response.
    public struct Outcome: Sendable, Equatable {
        /// The cards, each with the index of its item.
        public internal(set) var cards: [(item: Int, card: JSONValue)] = []
        /// The first issues; ``faultCount`` is their total number.
        public internal(set) var faults: [FeedFault] = []
        public internal(set) var faultCount = 0
        /// The number of items in the list; nil if there is no list.
        public internal(set) var itemCount: Int?

        static let maximumFaults = 20

        mutating func note(_ fault: FeedFault) {
            faultCount += 1
            if faults.count < Self.maximumFaults { faults.append(fault) }
        }

        public static func == (left: Outcome, right: Outcome) -> Bool {
            left.cards.elementsEqual(right.cards) { $0 == $1 } && left.faults == right.faults
                && left.faultCount == right.faultCount && left.itemCount == right.itemCount
        }
    }

    /// Maps items up to the maximum number of cards, and limits the list to the length that the layout allows. Whether
    /// there are enough cards depends on the section, which may have some of its own.
    public func map(_ response: JSONValue) -> Outcome {
        var outcome = cards(of: response)
        guard let type = catalog[feed.showType], let position = type.items else { return outcome }
        let fitting = type.fitting(outcome.cards.map(\.card), in: [:], at: position, amongOthers: true)
        if fitting < outcome.cards.count {
            outcome.note(
                FeedFault(
                    item: feed.items,
                    reason: "yields more cards than the layout allows; only the first \(fitting) are shown"))
            outcome.cards.removeSubrange(fitting...)
        }
        return outcome
    }

    /// Maps each item on its own. An item that does not make a valid card is left out and reported.
    func cards(of response: JSONValue) -> Outcome {
        var outcome = Outcome()
        guard let items = response[pointer: feed.items]?.array else {
            outcome.note(FeedFault(item: feed.items, reason: "is not a list"))
            return outcome
        }
        outcome.itemCount = items.count
        guard let type = catalog[feed.showType], let position = position ?? type.items else {
            outcome.note(FeedFault(reason: "the layout \"\(feed.showType)\" is unknown or has no list of cards"))
            return outcome
        }
        var ids: Set<JSONString> = []
        for (index, item) in items.enumerated() {
            if outcome.cards.count == feed.maximum { break }
            let pointer = feed.items.appending(index)
            do throws(CardFault) {
                let card = try card(of: item)
                if let issue = catalog.issues(inCard: card, of: type, at: position).first {
                    throw CardFault(position: issue.pointer, reason: issue.reason)
                }
                if let id = type.cardIdentity.id(of: card), !ids.insert(JSONString(id)).inserted {
                    throw CardFault(position: nil, reason: "has the id \"\(id.prefix(64))\" of an earlier card")
                }
                outcome.cards.append((index, card))
            } catch {
                outcome.note(FeedFault(item: pointer, card: error.position, reason: error.reason))
            }
        }
        return outcome
    }

    /// Returns a field of an item as an address; nil if the item has none.
    func address(_ field: FeedField?, of item: JSONValue) -> String? {
        guard let value = try? field?.value(in: item), let text = value.json.string else { return nil }
        return fitting.address(text, isFromUpstream: value.isFromUpstream)
    }

    /// Finds lists of objects in a response, outer ones first, as candidates for ``Feed/items``.
    static func lists(in response: JSONValue) -> [JSONPointer] {
        var found: [JSONPointer] = []
        var values: [(pointer: JSONPointer, value: JSONValue)] = [(JSONPointer(), response)]
        for _ in 0..<maximumListDepth where !values.isEmpty && found.count < maximumLists {
            found += values.filter { $0.value.array?.first?.object != nil }.map(\.pointer)
            values = values.prefix(maximumValues).flatMap { pointer, value in
                (value.object ?? [:]).sortedByName.map { (pointer.appending($0.key), $0.value) }
            }
        }
        return Array(found.prefix(maximumLists))
    }

    private static let maximumListDepth = 6
    private static let maximumLists = 10
    private static let maximumValues = 1000

    private struct CardFault: Error {
        let position: JSONPointer?
        let reason: String
    }

    private func card(of item: JSONValue) throws(CardFault) -> JSONValue {
        var parts: [(tokens: ArraySlice<String>, value: JSONValue)] = []
        for (position, field, nodes) in fields {
            let value: (json: JSONValue, isFromUpstream: Bool)
            do { value = try field.value(in: item) } catch {
                throw CardFault(position: position, reason: error.reason)
            }
            do {
                let fitted = try fitting.fitted(
                    value.json, isFromUpstream: value.isFromUpstream, as: nodes, at: position)
                parts.append((position.tokens[...], fitted))
            } catch {
                throw CardFault(position: error.position, reason: error.reason)
            }
        }
        return JSONValue(assembling: parts)
    }
}

extension JSONValue {
    /// Combines values at their positions. Members whose names are the numbers from 0 on become a list.
    init(assembling parts: [(tokens: ArraySlice<String>, value: JSONValue)]) {
        if let only = parts.first, only.tokens.isEmpty {
            self = only.value
            return
        }
        let groups = Dictionary(grouping: parts) { JSONString($0.tokens.first ?? "") }
        let members = groups.mapValues { parts in
            JSONValue(assembling: parts.map { (tokens: $0.tokens.dropFirst(), value: $0.value) })
        }
        let elements = (0..<members.count).compactMap { members[JSONString(String($0))] }
        if elements.count == members.count {
            self = .array(elements)
        } else {
            self = .object(JSONObject(members.map { ($0.key.text, $0.value) }, uniquingKeysWith: { $1 }))
        }
    }
}

/// An issue with an upstream's response, or with one of its items.
public struct FeedFault: Sendable, Equatable {
    /// The position in the response; nil for the whole response.
    public let item: JSONPointer?
    /// The position in the resulting card; nil for the whole card.
    public let card: JSONPointer?
    public let reason: String

    public init(item: JSONPointer? = nil, card: JSONPointer? = nil, reason: String) {
        self.item = item
        self.card = card
        self.reason = reason
    }

    public var json: JSONValue {
        [
            "item": item.map { .string($0.description) } ?? .null,
            "card": card.map { .string($0.description) } ?? .null,
            "reason": .string(reason),
        ]
    }

    /// Returns the issue with the item that it is about; null if the item is missing or large.
    func json(in response: JSONValue) -> JSONValue {
        let value = item.flatMap { response[pointer: $0] } ?? .null
        let isSmall = value.encoded.count <= Self.maximumBytesShown
        return json.setting(isSmall ? value : .null, at: JSONPointer(["upstream"]))
    }

    private static let maximumBytesShown = 16 << 10
}

extension BlockTypeCatalog {
    /// Returns the issues of a single card, with pointers into it.
    ///
    /// - Parameter items: the position of the list of cards in the content.
    func issues(inCard card: JSONValue, of type: BlockType, at items: JSONPointer) -> [ValidationIssue] {
        let content = JSONValue(assembling: [(tokens: items.tokens[...], value: [card])]).object ?? [:]
        let block = BlockResource(blockCode: "card", showType: type.showType, content: content)
        let position = ["content"] + items.tokens + ["0"]
        return issues(in: block, client: nil).filter { $0.pointer.tokens.starts(with: position) }
            .map { $0.at(JSONPointer(Array($0.pointer.tokens.dropFirst(position.count)))) }
    }
}

extension BlockType {
    /// Returns how many of the cards fit into a content, by the layout's rules for their number.
    ///
    /// - Parameters:
    ///   - items: the position of the cards.
    ///   - amongOthers: whether there may be other cards. Issues that an empty list has too are ignored, because the
    ///     other cards may resolve them.
    func fitting(
        _ cards: [JSONValue], in content: JSONObject, at items: JSONPointer, amongOthers: Bool = false
    ) -> Int {
        func issues(_ count: Int) -> Set<String> {
            let content = JSONValue.object(content).setting(.array(Array(cards.prefix(count))), at: items)
            return Set(schema.issues(in: content).filter { $0.pointer == items }.map(\.reason))
        }
        if issues(cards.count).isEmpty { return cards.count }
        // Any issue that an empty list does not have too is one of a list that is too long.
        let accepted = issues(0)
        func isTooLong(_ count: Int) -> Bool { !issues(count).isSubset(of: accepted) }
        var longest = cards.count
        if isTooLong(longest) {
            var range = 0..<cards.count
            while range.count > 1 {
                let middle = range.lowerBound + range.count / 2
                range = isTooLong(middle) ? range.lowerBound..<middle : middle..<range.upperBound
            }
            longest = range.lowerBound
        }
        return amongOthers || issues(longest).isEmpty ? longest : 0
    }
}
