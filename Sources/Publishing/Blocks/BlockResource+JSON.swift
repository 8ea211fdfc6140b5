public import HomeBlocks

extension BlockResource {
    /// The resource as JSON, complete and always with the same members.
    public var json: JSONObject {
        [
            "blockCode": .string(blockCode),
            "showType": .string(showType),
            "enabled": .bool(isEnabled),
            "from": from.map { .string($0.rfc3339) } ?? .null,
            "until": until.map { .string($0.rfc3339) } ?? .null,
            "content": .object(content),
        ]
    }

    /// Reads a resource, gathering everything that is wrong with it.
    ///
    /// - Returns: nil if there were faults.
    public init?(json: JSONValue, faults: inout [Fault]) {
        let count = faults.count
        guard let members = json.object else {
            faults.append(Fault(JSONPointer(), "must be an object"))
            return nil
        }
        func pointer(_ name: String) -> JSONPointer { JSONPointer([name]) }
        let known: Set<String> = ["blockCode", "showType", "enabled", "from", "until", "content"]
        for name in members.keys.sorted() where !known.contains(name) {
            faults.append(Fault(pointer(name), "is not known here; a block's own fields go into \"content\""))
        }
        blockCode = members["blockCode"]?.string ?? ""
        showType = members["showType"]?.string ?? ""
        for (name, value) in [("blockCode", blockCode), ("showType", showType)] where !Identifier.isCode(value) {
            faults.append(Fault(pointer(name), "must be 1 to 128 letters, digits, \"_\", \"-\" and \".\""))
        }
        isEnabled = members["enabled"]?.bool ?? true
        if let value = members["enabled"], value.bool == nil {
            faults.append(Fault(pointer("enabled"), "must be true or false"))
        }
        from = Self.instant(members["from"], pointer("from"), &faults)
        until = Self.instant(members["until"], pointer("until"), &faults)
        if let from, let until, from >= until {
            faults.append(Fault(pointer("until"), "must be later than \"from\""))
        }
        content = members["content"]?.object ?? [:]
        if members["content"]?.object == nil { faults.append(Fault(pointer("content"), "must be an object")) }
        for name in ["blockCode", "showType"] where content[name] != nil {
            faults.append(Fault(pointer("content").appending(name), "stands beside \"content\", not in it"))
        }
        if faults.count > count { return nil }
    }

    private static func instant(_ value: JSONValue?, _ pointer: JSONPointer, _ faults: inout [Fault]) -> Instant? {
        guard let value, value != .null else { return nil }
        if let instant = value.string.flatMap(Instant.init(rfc3339:)) { return instant }
        let reason = "must be a date and time with an offset, such as 2026-01-31T08:00:00+08:00"
        faults.append(Fault(pointer, reason))
        return nil
    }
}
