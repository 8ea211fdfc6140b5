public import HomeBlocks

/// A reference to a card: by its current position, or by the ID that it contains.
public enum CardName: Sendable, Equatable, CustomStringConvertible {
    case place(Int)
    case id(String)

    public var description: String {
        switch self {
        case .place(let place): "card \(place)"
        case .id(let id): "card with the id \"\(id.prefix(128))\""
        }
    }
}

/// A change to the cards of a block, without sending all of them.
public enum CardChange: Sendable {
    /// The complete new order.
    case order([CardName])
    /// Steps, each applied to the result of the previous one. The position that names a card is the one before the
    /// first step.
    case moves([(card: CardName, target: Move.Target)])
    case add(JSONValue, Move.Target)
    case remove(Int)

    /// Returns the cards after the change.
    func applied(to cards: [JSONValue], _ identity: CardIdentity = .standard) throws(PublishingError) -> [JSONValue] {
        switch self {
        case .order(let names):
            let places = try Self.places(names, in: cards, identity, at: JSONPointer(["order"]))
            guard Set(places).count == places.count, places.count == cards.count else {
                let reason = "must name each of the \(cards.count) cards exactly once"
                throw Self.refusal([ValidationIssue(JSONPointer(["order"]), reason)])
            }
            return places.map { cards[$0] }
        case .moves(let moves):
            let places = try Self.places(
                moves.map(\.card), in: cards, identity, at: JSONPointer(["moves"]), member: "card")
            var order = cards.indices.map(String.init)
            for (index, (place, move)) in zip(places, moves).enumerated() {
                let step = OrderChange.moves([Move(String(place), to: move.target)])
                do { order = try step.applied(to: order) } catch {
                    let pointer = JSONPointer(["moves", String(index), "to"])
                    throw Self.refusal([ValidationIssue(pointer, "must be a position from 0 to \(cards.count - 1)")])
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
        _ names: [CardName], in cards: [JSONValue], _ identity: CardIdentity, at pointer: JSONPointer,
        member: String? = nil
    ) throws(PublishingError) -> [Int] {
        let ids = cards.map(identity.id(of:))
        var issues: [ValidationIssue] = []
        let places = names.enumerated().map { index, name in
            let found: Int? =
                switch name {
                case .place(let place): cards.indices.contains(place) ? place : nil
                case .id(let id): ids.firstIndex { $0.map(JSONString.init) == JSONString(id) }
                }
            if found == nil {
                let pointer = pointer.appending(index)
                issues.append(ValidationIssue(member.map(pointer.appending) ?? pointer, "the block has no such card"))
            }
            return found ?? 0
        }
        if !issues.isEmpty { throw refusal(issues) }
        return places
    }

    static func refusal(_ issues: [ValidationIssue]) -> PublishingError {
        let first = issues.first.map { "\($0.pointer) \($0.reason)" } ?? "the request is invalid"
        return .invalid(InvalidInput("The cards were not changed: \(first).", issues: Array(issues.prefix(100))))
    }
}

extension CardChange {
    /// Reads a body that has either `order` or `moves`.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        guard let members = json.object, members.count == 1, let (form, value) = members.first,
            ["order", "moves"].contains(form)
        else {
            throw Self.refusal([ValidationIssue(JSONPointer(), "must be an object with either \"order\" or \"moves\"")])
        }
        let pointer = JSONPointer([form])
        guard let elements = value.array, elements.count <= BlockType.maximumItems else {
            throw Self.refusal([
                ValidationIssue(pointer, "must be a list of at most \(BlockType.maximumItems) elements")
            ])
        }
        self = form == "order" ? .order(try Self.names(elements, pointer)) : .moves(try Self.moves(elements, pointer))
    }

    private static func name(_ value: JSONValue?) -> CardName? {
        value?.int.map { .place($0) } ?? value?.string.map { .id($0) }
    }

    private static func names(_ elements: [JSONValue], _ pointer: JSONPointer) throws(PublishingError) -> [CardName] {
        let names = elements.map(name)
        let issues = names.indices.filter { names[$0] == nil }
            .map { ValidationIssue(pointer.appending($0), "must be a card's position (from 0) or its id (a string)") }
        guard issues.isEmpty else { throw refusal(issues) }
        return names.compactMap(\.self)
    }

    private static func moves(
        _ elements: [JSONValue], _ pointer: JSONPointer
    ) throws(PublishingError) -> [(card: CardName, target: Move.Target)] {
        var issues: [ValidationIssue] = []
        let moves = elements.enumerated().compactMap { index, element -> (card: CardName, target: Move.Target)? in
            if let members = element.object, members.count == 2, let card = name(members["card"]),
                let target = Move.Target(place: members["to"])
            {
                return (card, target)
            }
            let reason = "must have \"card\" (a position or an id) and \"to\" (\"start\", \"end\" or a position from 0)"
            issues.append(ValidationIssue(pointer.appending(index), reason))
            return nil
        }
        guard issues.isEmpty else { throw refusal(issues) }
        return moves
    }
}

extension Move.Target {
    /// Reads `"start"`, `"end"` or a zero-based position.
    init?(place: JSONValue?) {
        switch place {
        case .string("start"): self = .start
        case .string("end"): self = .end
        case .some(let value):
            guard let place = value.int else { return nil }
            self = .position(place)
        case nil: return nil
        }
    }
}
