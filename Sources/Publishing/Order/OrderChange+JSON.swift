public import HomeBlocks

extension OrderChange {
    /// Reads a request body with exactly one of `order`, `index` and `moves`.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        let forms = "exactly one of \"order\", \"index\" and \"moves\""
        guard let members = json.object else {
            throw Self.refusal(
                "The body must be an object with \(forms).", [ValidationIssue(JSONPointer(), "must be an object")])
        }
        let unknown = members.keys.filter { !["order", "index", "moves"].contains($0) }.sorted()
        guard unknown.isEmpty else {
            let issues = unknown.map { ValidationIssue(JSONPointer([$0]), "is an unknown member") }
            throw Self.refusal("The body must have \(forms), and nothing else.", issues)
        }
        guard members.count == 1, let (form, value) = members.first else {
            throw Self.refusal(
                "The body must have \(forms).", [ValidationIssue(JSONPointer(), "has \(members.count) of them")])
        }
        let count = value.array?.count ?? value.object?.count ?? 0
        guard count <= PageDocument.maximumBlocks else {
            let reason = "has more than the limit page.blocks of \(PageDocument.maximumBlocks) elements"
            throw Self.refusal("\"\(form)\" \(reason).", [ValidationIssue(JSONPointer([form]), reason)])
        }
        switch form {
        case "order": self = .order(try Self.codes(value))
        case "index": self = .ranks(try Self.ranks(value))
        default: self = .moves(try Self.moves(value))
        }
    }

    private static func refusal(_ detail: String, _ issues: [ValidationIssue]) -> PublishingError {
        .invalid(InvalidInput(detail, issues: issues))
    }

    private static func codes(_ value: JSONValue) throws(PublishingError) -> [String] {
        let pointer = JSONPointer(["order"])
        guard let elements = value.array else {
            throw refusal("\"order\" must be a list of block codes.", [ValidationIssue(pointer, "must be a list")])
        }
        let issues = elements.indices.filter { elements[$0].string == nil }
            .map { ValidationIssue(pointer.appending($0), "must be a string") }
        guard issues.isEmpty else { throw refusal("\"order\" must be a list of block codes.", issues) }
        return elements.compactMap(\.string)
    }

    private static func ranks(_ value: JSONValue) throws(PublishingError) -> [String: Int] {
        let pointer = JSONPointer(["index"])
        guard let members = value.object else {
            throw refusal(
                "\"index\" must be an object with a rank for each block.",
                [ValidationIssue(pointer, "must be an object")])
        }
        let issues = members.keys.sorted().filter { members[$0]?.int == nil }
            .map { ValidationIssue(pointer.appending($0), "must be a whole number") }
        guard issues.isEmpty else { throw refusal("\"index\" must have a whole number for each block.", issues) }
        return Dictionary(members.compactMap { name, rank in rank.int.map { (name, $0) } }, uniquingKeysWith: { $1 })
    }

    private static func moves(_ value: JSONValue) throws(PublishingError) -> [Move] {
        let pointer = JSONPointer(["moves"])
        guard let elements = value.array else {
            throw refusal("\"moves\" must be a list of moves.", [ValidationIssue(pointer, "must be a list")])
        }
        var moves: [Move] = []
        var issues: [ValidationIssue] = []
        for (index, element) in elements.enumerated() {
            if let move = move(element) {
                moves.append(move)
            } else {
                let reason =
                    "must have \"block\" and one of \"before\", \"after\" and \"to\""
                    + " (\"start\", \"end\" or a position from 0)"
                issues.append(ValidationIssue(pointer.appending(index), reason))
            }
        }
        guard issues.isEmpty else { throw refusal("\"moves\" is invalid.", issues) }
        return moves
    }

    private static func move(_ value: JSONValue) -> Move? {
        guard let members = value.object, members.count == 2, let block = members["block"]?.string else { return nil }
        if let other = members["before"]?.string { return Move(block, to: .before(other)) }
        if let other = members["after"]?.string { return Move(block, to: .after(other)) }
        return Move.Target(place: members["to"]).map { Move(block, to: $0) }
    }
}

extension OrderChange {
    /// The body that ``init(json:)`` reads.
    public var json: JSONValue {
        switch self {
        case .order(let codes): ["order": .array(codes.map { .string($0) })]
        case .ranks(let ranks): ["index": .object(JSONObject(ranks.mapValues { JSONValue($0) }))]
        case .moves(let moves): ["moves": .array(moves.map(\.json))]
        }
    }
}

extension Move {
    fileprivate var json: JSONValue {
        let (name, value): (String, JSONValue) =
            switch target {
            case .before(let other): ("before", .string(other))
            case .after(let other): ("after", .string(other))
            case .start: ("to", "start")
            case .end: ("to", "end")
            case .position(let place): ("to", JSONValue(place))
            }
        return .object(["block": .string(block), name: value])
    }
}
