import HomeBlocks

/// Reads the members of a small request body, gathering everything that is wrong with it.
struct BodyReader {
    private let members: JSONObject
    private(set) var issues: [ValidationIssue] = []

    /// - Throws: ``PublishingError/invalid(_:)`` if the body is no object.
    init(_ json: JSONValue, members known: Set<String>) throws(PublishingError) {
        guard let members = json.object else {
            throw .invalid(
                InvalidInput(
                    "The body must be an object.", issues: [ValidationIssue(JSONPointer(), "must be an object")]))
        }
        self.members = members
        for name in members.keys.sorted() where !known.contains(name) {
            issues.append(ValidationIssue(JSONPointer([name]), "is not known here"))
        }
    }

    /// A member that is neither absent nor null.
    func value(_ name: String) -> JSONValue? { members[name] == .null ? nil : members[name] }

    mutating func issue(_ name: String, _ reason: String) {
        issues.append(ValidationIssue(JSONPointer([name]), reason))
    }

    mutating func issue(at issue: ValidationIssue) { issues.append(issue) }

    mutating func instant(_ name: String) -> Instant? { Instant.read(members[name], JSONPointer([name]), &issues) }

    /// A text that keeps a rule.
    mutating func text(_ name: String, _ rule: String, where fits: (String) -> Bool) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string, fits(text) else {
            issue(name, rule)
            return nil
        }
        return text
    }

    /// What an operator says about a change.
    mutating func message() -> String {
        let most = Publication.longestMessage
        return text("message", "must be a text of at most \(most) characters without control characters") { text in
            text.unicodeScalars.count <= most && Identifier.isPrintable(text)
        } ?? ""
    }

    mutating func slug(_ name: String) -> String? {
        text(name, "must be \(Identifier.slugRule)", where: Identifier.isSlug)
    }

    mutating func title(_ name: String) -> String? {
        text(name, "must be 1 to 200 characters without control characters", where: Identifier.isTitle)
    }

    mutating func role(_ name: String) -> Role? {
        let names = Role.allCases.map(\.rawValue).joined(separator: ", ")
        return text(name, "must be one of \(names)") { Role(rawValue: $0) != nil }.flatMap(Role.init(rawValue:))
    }

    /// A password that somebody chooses.
    mutating func password(_ name: String) -> String? {
        let lengths = Password.lengths
        return text(name, "must be a text of \(lengths.lowerBound) to \(lengths.upperBound) characters") {
            lengths.contains($0.unicodeScalars.count)
        }
    }

    /// A password that somebody gives as theirs. An earlier rule may have allowed others: a wrong one is simply wrong.
    mutating func givenPassword(_ name: String) -> String? {
        let most = Password.lengths.upperBound
        return text(name, "must be a text of at most \(most) characters") { $0.unicodeScalars.count <= most }
    }

    /// Notes members that are missing.
    mutating func require(_ names: String...) {
        for name in names where value(name) == nil { issue(name, "is required") }
    }

    /// - Throws: ``PublishingError/invalid(_:)`` if anything was wrong.
    func finish(_ detail: String) throws(PublishingError) {
        guard let first = issues.first else { return }
        throw .invalid(InvalidInput("\(detail): \(first.pointer) \(first.reason).", issues: issues))
    }
}
