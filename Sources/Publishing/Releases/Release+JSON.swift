public import HomeBlocks

extension Release {
    public var json: JSONObject {
        [
            "id": JSONValue(id), "page": .string(page), "revision": JSONValue(revision), "at": .string(at.rfc3339),
            "state": .string(state.rawValue), "message": .string(message), "createdBy": .string(createdBy),
            "createdAt": .string(createdAt.rfc3339), "cancelledBy": cancelled.map { .string($0.by) } ?? .null,
            "cancelledAt": cancelled.map { .string($0.at.rfc3339) } ?? .null,
        ]
    }
}
