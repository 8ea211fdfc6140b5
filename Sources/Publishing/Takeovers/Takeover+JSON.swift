public import HomeBlocks

extension Takeover {
    public var json: JSONObject {
        [
            "id": JSONValue(id), "page": .string(page), "shows": .string(shows), "from": .string(from.rfc3339),
            "until": .string(until.rfc3339), "state": .string(state.rawValue), "message": .string(message),
            "createdBy": .string(created.by), "createdAt": .string(created.at.rfc3339),
            "cancelledBy": cancelled.map { .string($0.by) } ?? .null,
            "cancelledAt": cancelled.map { .string($0.at.rfc3339) } ?? .null,
        ]
    }
}
