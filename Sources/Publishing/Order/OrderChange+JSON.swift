public import HomeBlocks

extension OrderChange {
    /// Reads a body that has exactly one of `order`, `index` and `moves`.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(json: JSONValue) throws(PublishingError) {
        let forms = "exactly one of \"order\", \"index\" and \"moves\""
        guard let members = json.object else {
            throw Self.refusal(
                "The body must be an object with \(forms).", [ValidationIssue(JSONPointer(), "is no object")])
        }
        let unknown = members.keys.filter { !["order", "index", "moves"].contains($0) }.sorted()
        guard unknown.isEmpty else {
            let faults = unknown.map { ValidationIssue(JSONPointer([$0]), "is not known here") }
            throw Self.refusal("The body may have \(forms), and nothing else.", faults)
        }
        guard members.count == 1, let (form, value) = members.first else {
            throw Self.refusal(
                "The body must have \(forms).", [ValidationIssue(JSONPointer(), "has \(members.count) of them")])
        }
        let count = value.array?.count ?? value.object?.count ?? 0
        guard count <= PageDocument.mostBlocks else {
            let reason = "has more than the limit page.blocks of \(PageDocument.mostBlocks) elements"
            throw Self.refusal("\"\(form)\" \(reason).", [ValidationIssue(JSONPointer([form]), reason)])
        }
        switch form {
        case "order": self = .order(try Self.codes(value))
        case "index": self = .ranks(try Self.ranks(value))
        default: self = .moves(try Self.moves(value))
        }
    }

    private static func refusal(_ detail: String, _ faults: [ValidationIssue]) -> PublishingError {
        .invalid(InvalidInput(detail, faults: faults))
    }

    private static func codes(_ value: JSONValue) throws(PublishingError) -> [String] {
        let pointer = JSONPointer(["order"])
        guard let elements = value.array else {
            throw refusal("\"order\" must be a list of block codes.", [ValidationIssue(pointer, "is no list")])
        }
        let faults = elements.indices.filter { elements[$0].string == nil }
            .map { ValidationIssue(pointer.appending($0), "is no text") }
        guard faults.isEmpty else { throw refusal("\"order\" must be a list of block codes.", faults) }
        return elements.compactMap(\.string)
    }

    private static func ranks(_ value: JSONValue) throws(PublishingError) -> [String: Int] {
        let pointer = JSONPointer(["index"])
        guard let members = value.object else {
            throw refusal("\"index\" must give each block a rank.", [ValidationIssue(pointer, "is no object")])
        }
        let faults = members.keys.sorted().filter { members[$0]?.int == nil }
            .map { ValidationIssue(pointer.appending($0), "is no whole number") }
        guard faults.isEmpty else { throw refusal("\"index\" must give each block a whole number.", faults) }
        return Dictionary(members.compactMap { name, rank in rank.int.map { (name, $0) } }, uniquingKeysWith: { $1 })
    }

    private static func moves(_ value: JSONValue) throws(PublishingError) -> [Move] {
        let pointer = JSONPointer(["moves"])
        guard let elements = value.array else {
            throw refusal("\"moves\" must be a list of moves.", [ValidationIssue(pointer, "is no list")])
        }
        var moves: [Move] = []
        var faults: [ValidationIssue] = []
        for (index, element) in elements.enumerated() {
            if let move = move(element) {
                moves.append(move)
            } else {
                let reason =
                    "must have \"block\" and one of \"before\", \"after\" and \"to\""
                    + " (\"start\", \"end\" or a place from 0)"
                faults.append(ValidationIssue(pointer.appending(index), reason))
            }
        }
        guard faults.isEmpty else { throw refusal("\"moves\" cannot be read.", faults) }
        return moves
    }

    private static func move(_ value: JSONValue) -> Move? {
        guard let members = value.object, members.count == 2, let block = members["block"]?.string else { return nil }
        if let other = members["before"]?.string { return Move(block, to: .before(other)) }
        if let other = members["after"]?.string { return Move(block, to: .after(other)) }
        return Move.Target(place: members["to"]).map { Move(block, to: $0) }
    }
}
