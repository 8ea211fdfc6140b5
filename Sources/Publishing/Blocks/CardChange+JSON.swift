public import HomeBlocks

extension CardChange {
    /// Reads a body that has either `order` or `moves`.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(json: JSONValue) throws(PublishingError) {
        guard let members = json.object, members.count == 1, let (form, value) = members.first,
            ["order", "moves"].contains(form)
        else {
            throw Self.refusal([ValidationIssue(JSONPointer(), "must be an object with either \"order\" or \"moves\"")])
        }
        let pointer = JSONPointer([form])
        guard let elements = value.array, elements.count <= BlockType.mostItems else {
            throw Self.refusal([ValidationIssue(pointer, "must be a list of at most \(BlockType.mostItems) elements")])
        }
        self = form == "order" ? .order(try Self.names(elements, pointer)) : .moves(try Self.moves(elements, pointer))
    }

    private static func name(_ value: JSONValue?) -> CardName? {
        value?.int.map { .place($0) } ?? value?.string.map { .id($0) }
    }

    private static func names(_ elements: [JSONValue], _ pointer: JSONPointer) throws(PublishingError) -> [CardName] {
        let names = elements.map(name)
        let faults = names.indices.filter { names[$0] == nil }
            .map { ValidationIssue(pointer.appending($0), "must be a card's place (from 0) or its id (a text)") }
        guard faults.isEmpty else { throw refusal(faults) }
        return names.compactMap(\.self)
    }

    private static func moves(
        _ elements: [JSONValue], _ pointer: JSONPointer
    ) throws(PublishingError) -> [(card: CardName, target: Move.Target)] {
        var faults: [ValidationIssue] = []
        let moves = elements.enumerated().compactMap { index, element -> (card: CardName, target: Move.Target)? in
            if let members = element.object, members.count == 2, let card = name(members["card"]),
                let target = Move.Target(place: members["to"])
            {
                return (card, target)
            }
            let reason = "must have \"card\" (a place or an id) and \"to\" (\"start\", \"end\" or a place from 0)"
            faults.append(ValidationIssue(pointer.appending(index), reason))
            return nil
        }
        guard faults.isEmpty else { throw refusal(faults) }
        return moves
    }
}

extension Move.Target {
    /// Reads `"start"`, `"end"` or a place from 0.
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
