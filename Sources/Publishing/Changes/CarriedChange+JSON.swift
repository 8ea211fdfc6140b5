public import HomeBlocks

extension CarriedChange {
    /// What the answer to a change says of it.
    public var json: JSONValue {
        [
            "to": release == nil ? "draft" : "release", "release": release.map { JSONValue($0) } ?? .null,
            "revision": JSONValue(revision), "applied": .bool(conflicts.allSatisfy(\.isApplied)),
            "conflicts": .array(
                conflicts.map { conflict in
                    [
                        "blockCode": conflict.blockCode.map { .string($0) } ?? .null,
                        "pointer": .string(conflict.pointer), "reason": .string(conflict.reason),
                    ]
                }),
        ]
    }
}
