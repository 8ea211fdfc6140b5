import HomeBlocks

/// Reads the members of a small request body and collects all issues.
struct BodyReader {
    private let members: JSONObject
    private(set) var issues: [ValidationIssue] = []

    /// - Throws: ``PublishingError/invalid(_:)`` if the body is not an object.
    init(_ json: JSONValue, members known: Set<String>) throws(PublishingError) {
        guard let members = json.object else {
            throw .invalid(
                InvalidInput(
                    "The body must be an object.", issues: [ValidationIssue(JSONPointer(), "must be an object")]))
        }
        self.members = members
        for name in members.keys.sorted() where !known.contains(name) {
            issues.append(ValidationIssue(JSONPointer([name]), "is an unknown member"))
        }
    }

    /// Returns a member that is neither absent nor null.
    func value(_ name: String) -> JSONValue? { members[name] == .null ? nil : members[name] }

    mutating func issue(_ name: String, _ reason: String) {
        issues.append(ValidationIssue(JSONPointer([name]), reason))
    }

    mutating func issue(at issue: ValidationIssue) { issues.append(issue) }

    mutating func instant(_ name: String) -> Instant? { Instant.read(members[name], JSONPointer([name]), &issues) }

    /// Reads a string that must follow a rule.
    mutating func text(_ name: String, _ rule: String, where fits: (String) -> Bool) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string, fits(text) else {
            issue(name, rule)
            return nil
        }
        return text
    }

    mutating func wholeNumber(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let value = value(name) else { return nil }
        if let number = value.int, range.contains(number) { return number }
        issue(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        return nil
    }

    mutating func flag(_ name: String) -> Bool? {
        guard let value = value(name) else { return nil }
        if case .bool(let flag) = value { return flag }
        issue(name, "must be true or false")
        return nil
    }

    /// Reads a JSON Pointer.
    mutating func pointer(_ name: String, _ rule: String) -> JSONPointer? {
        text(name, rule) { JSONPointer(parsing: $0) != nil }.flatMap(JSONPointer.init(parsing:))
    }

    /// Reads an operator's message about a change.
    mutating func message() -> String { note("message", maximumLength: Publication.maximumMessageLength) }

    /// Reads an operator's text for other operators; empty if it is absent.
    mutating func note(_ name: String, maximumLength most: Int) -> String {
        text(name, "must be a string of at most \(most) characters without control characters") { text in
            text.unicodeScalars.count <= most && Identifier.isPrintable(text)
        } ?? ""
    }

    mutating func slug(_ name: String) -> String? {
        text(name, "must be \(Identifier.slugRule)", where: Identifier.isSlug)
    }

    mutating func title(_ name: String) -> String? {
        text(name, "must be 1 to 200 characters without control characters", where: Identifier.isTitle)
    }

    /// Reads the name of a new operator and returns its stored form.
    mutating func operatorName(_ name: String) -> String? {
        let rule = "must be 1 to 200 characters without control characters"
        let given = text(name, rule) { Identifier.isTitle(OperatorName.prepared($0)) }
        guard let prepared = given.map(OperatorName.prepared) else { return nil }
        if let scalar = OperatorName.forbidden(in: prepared) {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            issue(name, "must have letters, digits, spaces and ASCII characters only; \(code) is not allowed")
            return nil
        }
        return prepared
    }

    /// Reads the name of a sign-in. A name from an earlier version may break the rules for new names.
    mutating func givenOperatorName(_ name: String) -> String? {
        text(name, "must be 1 to 200 characters without control characters") {
            Identifier.isTitle(GivenText.trimmed($0))
        }
    }

    mutating func role(_ name: String) -> Role? {
        let names = Role.allCases.map(\.rawValue).joined(separator: ", ")
        return text(name, "must be one of \(names)") { Role(rawValue: $0) != nil }.flatMap(Role.init(rawValue:))
    }

    /// Reads a new password.
    mutating func password(_ name: String) -> String? {
        let lengths = Password.lengths
        let rule = "must be a string of \(lengths.lowerBound) to \(lengths.upperBound) characters"
        let password = text(name, rule) { lengths.contains(Password.prepared($0).unicodeScalars.count) }
        guard let password, !Password.isTypable(password) else { return password }
        issue(name, "must have no control characters and no invisible ones")
        return nil
    }

    /// Reads an existing password. It may break the rules for new ones, since earlier rules may have allowed it.
    mutating func givenPassword(_ name: String) -> String? {
        let most = Password.lengths.upperBound
        return text(name, "must be a string of at most \(most) characters") { $0.unicodeScalars.count <= most }
    }

    /// Adds an issue for each missing member.
    mutating func require(_ names: String...) {
        for name in names where value(name) == nil { issue(name, "is required") }
    }

    /// Returns the values of the required members.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` if there are issues.
    func finish<each Value>(
        _ detail: String, _ values: repeat (each Value)?
    ) throws(PublishingError) -> (repeat each Value) {
        if let first = issues.first {
            throw .invalid(InvalidInput("\(detail): \(first.pointer) \(first.reason).", issues: issues))
        }
        return (repeat try issues.require(each values, detail))
    }
}
