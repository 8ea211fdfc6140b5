import HomeBlocks
import Publishing

/// How an outcome is kept for retries.
extension OrderOutcome {
    var json: JSONValue {
        [
            "page": .string(state.page), "revision": JSONValue(state.revision),
            "order": .array(state.order.map { .string($0) }), "changedBy": .string(state.changedBy),
            "changedAt": JSONValue(state.changedAt.milliseconds), "moved": .array(moved.map { .string($0) }),
        ]
    }

    init(json: JSONValue) throws {
        guard let members = json.object, let page = members["page"]?.string, let revision = members["revision"]?.int,
            let order = members["order"]?.array, let by = members["changedBy"]?.string,
            let at = members["changedAt"]?.int, let moved = members["moved"]?.array
        else { throw PublishingError.fault("a stored answer cannot be read") }
        let state = OrderState(
            page: page, revision: revision, order: order.compactMap(\.string), changedBy: by,
            changedAt: Instant(milliseconds: Int64(at)))
        self.init(state: state, moved: moved.compactMap(\.string))
    }
}
