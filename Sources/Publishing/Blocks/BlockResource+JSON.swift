public import HomeBlocks

extension BlockResource {
    private static let members: Set<String> = [
        "blockCode", "showType", "enabled", "from", "until", "audience", "localizations", "fallback", "content",
    ]
    /// What answers add; it may come back and means nothing then.
    static let readOnlyMember = "info"

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
        for name in members.keys.sorted() where !Self.members.contains(name) && name != Self.readOnlyMember {
            faults.append(Fault(pointer(name), "is not known here; a block's own fields go into \"content\""))
        }
        blockCode = members["blockCode"]?.string ?? ""
        showType = members["showType"]?.string ?? ""
        for (name, value) in [("blockCode", blockCode), ("showType", showType)] where !Identifier.isCode(value) {
            faults.append(Fault(pointer(name), Identifier.codeRule))
        }
        isEnabled = members["enabled"]?.bool ?? true
        if let value = members["enabled"], value.bool == nil {
            faults.append(Fault(pointer("enabled"), "must be true or false"))
        }
        from = Instant.read(members["from"], pointer("from"), &faults)
        until = Instant.read(members["until"], pointer("until"), &faults)
        if let from, let until, from >= until {
            faults.append(Fault(pointer("until"), "must be later than \"from\""))
        }
        content = Self.content(members["content"], pointer("content"), &faults)
        audience = nil
        localizations = Self.localizations(members["localizations"], &faults)
        fallback = Self.fallback(members["fallback"], code: blockCode, &faults)
        if let value = members["audience"], value != .null {
            var own: [Fault] = []
            audience = Audience(json: value, faults: &own)
            faults += own.map { $0.below(pointer("audience")) }
        }
        if faults.count > count { return nil }
    }

    private static func content(
        _ value: JSONValue?, _ pointer: JSONPointer, _ faults: inout [Fault]
    ) -> JSONObject {
        guard let content = value?.object else {
            faults.append(Fault(pointer, "must be an object"))
            return [:]
        }
        faults += misplaced(in: content, pointer)
        return content
    }

    private static func misplaced(in content: JSONObject, _ pointer: JSONPointer) -> [Fault] {
        ["blockCode", "showType"].filter { content[$0] != nil }
            .map { Fault(pointer.appending($0), "stands beside \"content\", not in it") }
    }

    private static func localizations(_ value: JSONValue?, _ faults: inout [Fault]) -> JSONObject {
        guard let value, value != .null else { return [:] }
        let pointer = JSONPointer(["localizations"])
        guard let patches = value.object, patches.count <= mostLocalizations else {
            faults.append(Fault(pointer, "must give at most \(mostLocalizations) languages a patch of the content"))
            return [:]
        }
        var seen: Set<LanguageTag> = []
        for (name, patch) in patches.sorted(by: { $0.key < $1.key }) {
            let pointer = pointer.appending(name)
            guard let tag = LanguageTag(name) else {
                faults.append(Fault(pointer, "must be named by a language tag such as zh-Hant"))
                continue
            }
            if !seen.insert(tag).inserted { faults.append(Fault(pointer, "is a language that stands here already")) }
            guard let members = patch.object else {
                faults.append(Fault(pointer, "must be an object: a merge patch of the content"))
                continue
            }
            faults += misplaced(in: members, pointer)
        }
        return patches
    }

    private static func fallback(_ value: JSONValue?, code: String, _ faults: inout [Fault]) -> Fallback? {
        guard let value, value != .null else { return nil }
        let pointer = JSONPointer(["fallback"])
        guard let members = value.object else {
            faults.append(Fault(pointer, "must be an object or null"))
            return nil
        }
        for name in members.keys.sorted() where !["blockCode", "showType", "content"].contains(name) {
            faults.append(Fault(pointer.appending(name), "is not known here"))
        }
        if let own = members["blockCode"], own.string != code {
            faults.append(Fault(pointer.appending("blockCode"), "must be that of the block, or left out"))
        }
        let showType = members["showType"]?.string ?? ""
        if !Identifier.isCode(showType) { faults.append(Fault(pointer.appending("showType"), Identifier.codeRule)) }
        let content = content(members["content"], pointer.appending("content"), &faults)
        return Fallback(showType: showType, content: content)
    }
}
