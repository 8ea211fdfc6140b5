public import HomeBlocks

extension OrderState {
    /// The order as clients read it: the list, and each block's place in it.
    public var json: JSONObject {
        let places = order.enumerated().map { ($1, JSONValue($0)) }
        return [
            "page": .string(page), "revision": JSONValue(revision), "order": .array(order.map { .string($0) }),
            "index": .object(JSONObject(places, uniquingKeysWith: { $1 })),
        ]
    }

    /// What somebody is told who knows an older state.
    public var present: CurrentState {
        CurrentState("the order", json: json, tag: tag, changedBy: changedBy, changedAt: changedAt)
    }
}
