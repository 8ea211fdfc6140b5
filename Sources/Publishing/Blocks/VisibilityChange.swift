public import HomeBlocks

/// A change to the visibility of several blocks at once.
public struct VisibilityChange: Sendable, Equatable {
    /// The members to set; null removes one.
    private let members: JSONObject
    let audience: Audience?

    private static let detail = "No block was changed"

    /// Reads a body with the codes in `blocks` and the members in `set`.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public static func operation(json: JSONValue) throws(PublishingError) -> PageOperation {
        var reader = try BodyReader(json, members: ["blocks", "set"])
        reader.require("blocks", "set")
        var codes: [String] = []
        if let value = reader.value("blocks") {
            guard let elements = value.array, (1...PageDocument.maximumBlocks).contains(elements.count) else {
                reader.issue("blocks", "must be a list of 1 to \(PageDocument.maximumBlocks) codes of blocks")
                try reader.finish(detail)
                return .order(.moves([]))
            }
            var seen: Set<String> = []
            for (index, element) in elements.enumerated() {
                let pointer = JSONPointer(["blocks", String(index)])
                guard let code = element.string, Identifier.hasCodeCharacters(code) else {
                    reader.issue(at: ValidationIssue(pointer, "must be a block's code"))
                    continue
                }
                if !seen.insert(code).inserted {
                    reader.issue(at: ValidationIssue(pointer, "is a duplicate of \"\(code)\""))
                }
                codes.append(code)
            }
        }
        let change = reader.value("set").flatMap { VisibilityChange(json: $0, &reader) }
        return .visibility(codes, try reader.finish(detail, change))
    }

    private init?(json: JSONValue, _ reader: inout BodyReader) {
        guard let members = json.object, !members.isEmpty else {
            reader.issue(
                "set", "must be an object with at least one of \"enabled\", \"from\", \"until\" and \"audience\"")
            return nil
        }
        let pointer = JSONPointer(["set"])
        for name in members.keys.sorted() where !Visibility.members.contains(name) {
            reader.issue(at: ValidationIssue(pointer.appending(name), "is an unknown member"))
        }
        var issues: [ValidationIssue] = []
        audience = Visibility(checking: Self.withoutNull(members), issues: &issues).audience
        for issue in issues { reader.issue(at: issue.below(pointer)) }
        self.members = members
    }

    private static func withoutNull(_ members: JSONObject) -> JSONObject { members.filter { $0.value != .null } }

    /// Returns the changed blocks. Each is checked like a block that is changed on its own.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer for each unknown code and each block that would break a
    ///   rule; no block is changed then.
    func applied(to codes: [String], in content: PageContent) throws(PublishingError) -> [BlockResource] {
        var issues: [ValidationIssue] = []
        var growth = 0
        let changed = codes.enumerated().compactMap { index, code -> BlockResource? in
            let pointer = JSONPointer(["blocks", String(index)])
            guard let old = content.blocks[code] else {
                issues.append(ValidationIssue(pointer, "the page has no block \"\(code)\""))
                return nil
            }
            var found: [ValidationIssue] = []
            var block = old
            let values = old.visibility.json.merging(members) { $1 }
            block.visibility = Visibility(checking: Self.withoutNull(values), issues: &found)
            block = block.resolvingAudiences(content.audiences, content.catalog.attributes, old: old, &found)
            found += content.catalog.issues(in: block, insteadOf: old, client: content.page.client)
            issues += found.map { issue in
                let place = issue.pointer.tokens.isEmpty ? "" : "\(issue.pointer) "
                return ValidationIssue(pointer, "\"\(code)\" would break a rule: \(place)\(issue.reason)")
            }
            growth += block.exportedSize - old.exportedSize
            return block
        }
        if growth > 0, content.size + growth > PageDocument.maximumBytes { issues.append(.pageSize) }
        guard let first = issues.first else { return changed }
        throw .invalid(
            InvalidInput("\(Self.detail): \(first.pointer) \(first.reason).", issues: Array(issues.prefix(100))))
    }
}
