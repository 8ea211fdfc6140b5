public import HomeBlocks

/// How an operator changes the cards of a block, without sending them all.
public enum CardChange: Sendable {
    /// The whole new order.
    case order([CardName])
    /// Steps, each applied to what the one before left. A place in them is the place before the first step.
    case moves([(card: CardName, target: Move.Target)])
    case add(JSONValue, Move.Target)
    case remove(Int)

    /// The cards after the change.
    func applied(to cards: [JSONValue]) throws(PublishingError) -> [JSONValue] {
        switch self {
        case .order(let names):
            let places = try Self.places(names, in: cards, at: JSONPointer(["order"]))
            guard Set(places).count == places.count, places.count == cards.count else {
                let reason = "must name each of the \(cards.count) cards exactly once"
                throw Self.refusal([ValidationIssue(JSONPointer(["order"]), reason)])
            }
            return places.map { cards[$0] }
        case .moves(let moves):
            let places = try Self.places(moves.map(\.card), in: cards, at: JSONPointer(["moves"]), member: "card")
            var order = cards.indices.map(String.init)
            for (index, (place, move)) in zip(places, moves).enumerated() {
                let step = OrderChange.moves([Move(String(place), to: move.target)])
                do { order = try step.applied(to: order) } catch {
                    let pointer = JSONPointer(["moves", String(index), "to"])
                    throw Self.refusal([ValidationIssue(pointer, "must be a place from 0 to \(cards.count - 1)")])
                }
            }
            return order.compactMap { Int($0) }.map { cards[$0] }
        case .add(let card, let target): return try Self.adding(card, at: target, to: cards)
        case .remove(let index):
            guard cards.indices.contains(index) else { throw .notFound("The block has no card \(index).") }
            return Array(cards[..<index] + cards[(index + 1)...])
        }
    }

    private static func adding(
        _ card: JSONValue, at target: Move.Target, to cards: [JSONValue]
    ) throws(PublishingError) -> [JSONValue] {
        guard card.object != nil else { throw refusal([ValidationIssue(JSONPointer(), "must be an object")]) }
        var cards = cards
        switch target {
        case .start: cards.insert(card, at: 0)
        case .position(let place) where place < cards.count: cards.insert(card, at: max(0, place))
        default: cards.append(card)
        }
        return cards
    }

    private static func places(
        _ names: [CardName], in cards: [JSONValue], at pointer: JSONPointer, member: String? = nil
    ) throws(PublishingError) -> [Int] {
        let ids = cards.map(Cards.id)
        var faults: [ValidationIssue] = []
        let places = names.enumerated().map { index, name in
            let found: Int? =
                switch name {
                case .place(let place): cards.indices.contains(place) ? place : nil
                case .id(let id): ids.firstIndex { $0.map(JSONString.init) == JSONString(id) }
                }
            if found == nil {
                let pointer = pointer.appending(index)
                faults.append(ValidationIssue(member.map(pointer.appending) ?? pointer, "the block has no such card"))
            }
            return found ?? 0
        }
        if !faults.isEmpty { throw refusal(faults) }
        return places
    }

    static func refusal(_ faults: [ValidationIssue]) -> PublishingError {
        let first = faults.first.map { "\($0.pointer) \($0.reason)" } ?? "it cannot be read"
        return .invalid(InvalidInput("The cards were not changed: \(first).", faults: Array(faults.prefix(100))))
    }
}
