public import HomeBlocks

extension CarriedChange {
    /// What the response to a change says of it.
    public var json: JSONValue {
        [
            "to": release == nil ? "draft" : "release", "release": release.map { JSONValue($0) } ?? .null,
            "revision": JSONValue(revision), "applied": .bool(conflicts.allSatisfy { $0.kept == .incoming }),
            "conflicts": .array(conflicts.map(\.json)),
        ]
    }
}
