public import HomeBlocks

extension BlockResource {
    private static let members = Visibility.members.union([
        "blockCode", "showType", "cards", "localizations", "fallback", "source", "content",
    ])
    /// The member that responses add. Requests may contain it, but it is ignored.
    static let readOnlyMember = "info"

    /// Reads a resource.
    ///
    /// - Parameter code: the code in the request's path, in which case the resource may omit it.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(checking json: JSONValue, code: String? = nil) throws(PublishingError) {
        var issues: [ValidationIssue] = []
        var json = json
        if let code, var members = json.object {
            if let own = members["blockCode"], own.string != code {
                issues.append(
                    ValidationIssue(JSONPointer(["blockCode"]), "must be \"\(code)\", as in the path, or left out"))
            }
            members["blockCode"] = .string(code)
            json = .object(members)
        }
        let block = BlockResource(json: json, issues: &issues)
        try issues.refuse("block")
        self = try issues.require(block, "The block was rejected")
    }

    /// Reads a resource and collects all issues.
    ///
    /// - Returns: nil if there were issues.
    public init?(json: JSONValue, issues: inout [ValidationIssue]) {
        let count = issues.count
        guard let members = json.object else {
            issues.append(ValidationIssue(JSONPointer(), "must be an object"))
            return nil
        }
        func pointer(_ name: String) -> JSONPointer { JSONPointer([name]) }
        for name in members.keys.sorted() where !Self.members.contains(name) && name != Self.readOnlyMember {
            issues.append(
                ValidationIssue(pointer(name), "is an unknown member; a block's own fields go into \"content\""))
        }
        let code = members["blockCode"]?.string ?? ""
        for name in ["blockCode", "showType"] where !Identifier.isCode(members[name]?.string ?? "") {
            issues.append(ValidationIssue(pointer(name), Identifier.codeRule))
        }
        _ = Visibility(checking: members, issues: &issues)
        Self.checkCardRules(members["cards"], &issues)
        Self.checkContent(members["content"], pointer("content"), &issues)
        Self.checkLocalizations(members["localizations"], &issues)
        Self.checkFallback(members["fallback"], code: code, &issues)
        if let value = members["source"], value != .null {
            var own: [ValidationIssue] = []
            BlockSource.check(value, &own)
            issues += own.map { $0.below(pointer("source")) }
        }
        if issues.count > count { return nil }
        self.init(stored: json)
    }

    private static func checkContent(_ value: JSONValue?, _ pointer: JSONPointer, _ issues: inout [ValidationIssue]) {
        guard let content = value?.object else {
            issues.append(ValidationIssue(pointer, "must be an object"))
            return
        }
        issues += misplaced(in: content, pointer)
    }

    private static func misplaced(in content: JSONObject, _ pointer: JSONPointer) -> [ValidationIssue] {
        var issues = ["blockCode", "showType"].filter { content[$0] != nil }
            .map { ValidationIssue(pointer.appending($0), "belongs next to \"content\", not inside it") }
        if content[BlockSource.clientMember] != nil {
            let reason = "is generated from {\"source\": {\"client\": …}}, which belongs next to \"content\""
            issues.append(ValidationIssue(pointer.appending(BlockSource.clientMember), reason))
        }
        return issues
    }

    private static func checkLocalizations(_ value: JSONValue?, _ issues: inout [ValidationIssue]) {
        guard let value, value != .null else { return }
        let pointer = JSONPointer(["localizations"])
        guard let patches = value.object, patches.count <= maximumLocalizations else {
            issues.append(
                ValidationIssue(
                    pointer, "must be an object with content patches for at most \(maximumLocalizations) languages"))
            return
        }
        var seen: Set<LanguageTag> = []
        for (name, patch) in patches.sortedByName {
            let pointer = pointer.appending(name)
            guard let tag = LanguageTag(name) else {
                issues.append(ValidationIssue(pointer, "must be named by a language tag such as zh-Hant"))
                continue
            }
            if !seen.insert(tag).inserted {
                issues.append(ValidationIssue(pointer, "is a duplicate language"))
            }
            guard let members = patch.object else {
                issues.append(ValidationIssue(pointer, "must be an object: a merge patch of the content"))
                continue
            }
            issues += misplaced(in: members, pointer)
        }
    }

    private static func checkFallback(_ value: JSONValue?, code: String, _ issues: inout [ValidationIssue]) {
        guard let value, value != .null else { return }
        let pointer = JSONPointer(["fallback"])
        guard let members = value.object else {
            issues.append(ValidationIssue(pointer, "must be an object or null"))
            return
        }
        for name in members.keys.sorted() where !["blockCode", "showType", "content"].contains(name) {
            issues.append(ValidationIssue(pointer.appending(name), "is an unknown member"))
        }
        if let own = members["blockCode"], own.string != code {
            issues.append(ValidationIssue(pointer.appending("blockCode"), "must be that of the block, or left out"))
        }
        let showType = members["showType"]?.string ?? ""
        if !Identifier.isCode(showType) {
            issues.append(ValidationIssue(pointer.appending("showType"), Identifier.codeRule))
        }
        checkContent(members["content"], pointer.appending("content"), &issues)
    }
}
