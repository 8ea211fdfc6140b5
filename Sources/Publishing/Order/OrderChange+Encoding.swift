public import HomeBlocks

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
