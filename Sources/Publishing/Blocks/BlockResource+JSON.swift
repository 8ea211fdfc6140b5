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
            "audience": audience?.json ?? .null,
            "localizations": localizations.isEmpty ? .null : .object(localizations),
            "fallback": fallback.map { ["showType": .string($0.showType), "content": .object($0.content)] } ?? .null,
            "content": .object(content),
        ]
    }

    /// How many bytes the block has in a page's export.
    public var exportedSize: Int {
        var bytes: [UInt8] = []
        JSONValue.object(json).write(into: &bytes, indent: 2)
        return bytes.count
    }

    /// Reads a resource that was stored. Only the types are checked: a rule may be younger than what is stored.
    ///
    /// - Returns: nil if a member has another type than ``json`` gives it.
    public init?(stored json: JSONValue) {
        func instant(_ name: String) -> Instant?? {
            guard let value = json.object?[name], value != .null else { return .some(nil) }
            return value.string.flatMap(Instant.init(rfc3339:)).map { .some($0) }
        }
        guard let members = json.object, let code = members["blockCode"]?.string,
            let showType = members["showType"]?.string, let content = members["content"]?.object,
            let from = instant("from"), let until = instant("until")
        else { return nil }
        self.init(
            blockCode: code, showType: showType, isEnabled: members["enabled"]?.bool ?? true, from: from, until: until,
            localizations: members["localizations"]?.object ?? [:], content: content)
        if let value = members["audience"], value != .null {
            var faults: [ValidationIssue] = []
            audience = Audience(json: value, faults: &faults)
            if audience == nil { return nil }
        }
        if let value = members["fallback"], value != .null {
            guard let showType = value.object?["showType"]?.string, let content = value.object?["content"]?.object
            else { return nil }
            fallback = Fallback(showType: showType, content: content)
        }
    }
}
