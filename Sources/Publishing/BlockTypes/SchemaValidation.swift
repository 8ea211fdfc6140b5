import HomeBlocks

/// Validates a value against a schema and collects issues.
struct SchemaValidation {
    private(set) var issues: [ValidationIssue] = []
    let definitions: [JSONString: SchemaNode]
    let schemes: AddressSchemes
    /// Values of enumerations, each with a replacement.
    private let equivalents: [String: String]
    private let maximumIssues: Int

    /// The maximum depth of nested schemas. Values are less deep; the limit stops a schema that refers to itself
    /// without descending.
    private static let maximumSteps = 256

    init(
        definitions: [JSONString: SchemaNode], schemes: AddressSchemes, equivalents: [String: String] = [:],
        maximumIssues: Int = 100
    ) {
        self.definitions = definitions
        self.schemes = schemes
        self.equivalents = equivalents
        self.maximumIssues = maximumIssues
    }

    mutating func check(_ value: JSONValue, against node: SchemaNode, at pointer: JSONPointer, depth: Int) {
        guard issues.count < maximumIssues, depth < Self.maximumSteps else { return }
        if node.keywords.refusesAll { return report(pointer, "is not allowed here") }
        if let name = node.keywords.reference, let target = definitions[JSONString(name)] {
            check(value, against: target, at: pointer, depth: depth + 1)
        }
        guard checkKind(value, node, at: pointer) else { return }
        if let values = node.keywords.values, !values.contains(value) {
            let allowed = values.map { String(decoding: $0.encoded, as: UTF8.self) }.joined(separator: ", ")
            let reason = values.count == 1 ? "must be \(allowed)" : "must be one of \(allowed)"
            report(ValidationIssue(pointer, reason, suggestion: suggestion(insteadOf: value, values)))
        }
        if let constant = node.keywords.constant, constant != value {
            report(pointer, "must be \(String(decoding: constant.encoded, as: UTF8.self))")
        }
        switch value {
        case .object(let members): checkMembers(members, node, at: pointer, depth: depth)
        case .array(let elements): checkElements(elements, node, at: pointer, depth: depth)
        case .string(let text): checkText(text, node, at: pointer)
        case .number(let number): checkNumber(number, node, at: pointer)
        case .null, .bool: break
        }
        checkBranches(value, node, at: pointer, depth: depth)
    }

    /// Returns an equivalent value of an enumeration; otherwise null, if the enumeration contains it.
    private func suggestion(insteadOf value: JSONValue, _ values: [JSONValue]) -> JSONValue? {
        let equivalent = value.string.flatMap { equivalents[$0] }.map { JSONValue.string($0) }
        return [equivalent, .null].compactMap(\.self).first(where: values.contains)
    }

    private mutating func report(_ pointer: JSONPointer, _ reason: String) { report(ValidationIssue(pointer, reason)) }

    private mutating func report(_ issue: ValidationIssue) { if issues.count < maximumIssues { issues.append(issue) } }

    private func fits(_ value: JSONValue, _ node: SchemaNode, depth: Int) -> Bool {
        var trial = SchemaValidation(definitions: definitions, schemes: schemes, maximumIssues: 1)
        trial.check(value, against: node, at: JSONPointer(), depth: depth + 1)
        return trial.issues.isEmpty
    }

    private mutating func checkKind(_ value: JSONValue, _ node: SchemaNode, at pointer: JSONPointer) -> Bool {
        guard !node.keywords.kinds.isEmpty else { return true }
        let kinds: SchemaNode.Kinds =
            switch value {
            case .null: .null
            case .bool: .boolean
            case .number: value.isInteger ? [.integer, .number] : .number
            case .string: .string
            case .array: .array
            case .object: .object
            }
        if !kinds.isDisjoint(with: node.keywords.kinds) { return true }
        let isWritable = value.int != nil && node.keywords.kinds.contains(.integer)
        let remedy = isWritable ? ": write it without a fraction or an exponent" : ""
        let reason = "must be of type \(node.keywords.kinds.names)\(remedy)"
        report(ValidationIssue(pointer, reason, suggestion: node.keywords.kinds == .null ? .null : nil))
        return false
    }

    private mutating func checkMembers(
        _ members: JSONObject, _ node: SchemaNode, at pointer: JSONPointer, depth: Int
    ) {
        for name in node.keywords.required where members[name] == nil { report(pointer.appending(name), "is required") }
        guard !node.keywords.properties.isEmpty || node.keywords.additional != nil else { return }
        for (name, value) in members.sortedByName {
            if let property = node.keywords.properties[JSONString(name)] ?? node.keywords.additional {
                check(value, against: property, at: pointer.appending(name), depth: depth + 1)
            }
        }
    }

    private mutating func checkElements(
        _ elements: [JSONValue], _ node: SchemaNode, at pointer: JSONPointer, depth: Int
    ) {
        if elements.count < node.keywords.minItems {
            report(pointer, "must have at least \(node.keywords.minItems) elements")
        }
        if elements.count > node.keywords.maxItems {
            return report(pointer, "must have at most \(node.keywords.maxItems) elements")
        }
        if let wanted = node.keywords.contains, !elements.contains(where: { fits($0, wanted, depth: depth) }) {
            report(pointer, "must have an element \(wanted.constants ?? "that matches the layout's `contains`")")
        }
        guard let items = node.keywords.items else { return }
        for (index, element) in elements.enumerated() {
            check(element, against: items, at: pointer.appending(index), depth: depth + 1)
        }
    }

    private mutating func checkText(_ text: String, _ node: SchemaNode, at pointer: JSONPointer) {
        let length = text.unicodeScalars.count
        if length < node.keywords.minLength {
            report(pointer, "must have at least \(node.keywords.minLength) characters")
        }
        if length > node.keywords.maxLength {
            report(pointer, "must have at most \(node.keywords.maxLength) characters")
        }
        if let pattern = node.keywords.pattern, let regex = try? Regex(pattern.expression),
            text.firstMatch(of: regex.matchingSemantics(.unicodeScalar)) == nil
        {
            report(pointer, "must match \(pattern.text)")
        }
        switch node.keywords.format {
        case .dateTime where Instant(rfc3339: text) == nil:
            report(pointer, Instant.rule)
        case .uriReference, .iriReference: checkAddress(text, node, at: pointer)
        case .dateTime, nil: break
        }
    }

    private mutating func checkAddress(_ text: String, _ node: SchemaNode, at pointer: JSONPointer) {
        let kind = node.keywords.schemes ?? .app
        // An optional picture is null, not an empty string.
        if text.isEmpty, kind == .web, node.keywords.kinds == .string {
            return report(ValidationIssue(pointer, "must not be empty", isRecentRule: true))
        }
        if let issue = schemes.issue(in: text, kind, at: pointer) { report(issue) }
    }

    private mutating func checkNumber(_ number: JSONNumber, _ node: SchemaNode, at pointer: JSONPointer) {
        if let minimum = node.keywords.minimum, number < minimum {
            report(pointer, "must be at least \(minimum.text)")
        }
        if let maximum = node.keywords.maximum, number > maximum {
            report(pointer, "must be at most \(maximum.text)")
        }
    }

    private mutating func checkBranches(_ value: JSONValue, _ node: SchemaNode, at pointer: JSONPointer, depth: Int) {
        for branch in node.keywords.allOf { check(value, against: branch, at: pointer, depth: depth + 1) }
        if !node.keywords.anyOf.isEmpty, !node.keywords.anyOf.contains(where: { fits(value, $0, depth: depth) }) {
            report(pointer, "matches none of the \(node.keywords.anyOf.count) allowed forms")
        }
        if !node.keywords.oneOf.isEmpty {
            let fitting = node.keywords.oneOf.count { fits(value, $0, depth: depth) }
            if fitting != 1 { report(pointer, "matches \(fitting) of the allowed forms instead of exactly one") }
        }
        if let not = node.keywords.not, fits(value, not, depth: depth) {
            let refused = not.keywords.constant.map { String(decoding: $0.encoded, as: UTF8.self) }
            report(pointer, refused.map { "must not be \($0)" } ?? "has a form that is not allowed")
        }
        if let condition = node.keywords.condition {
            let branch = fits(value, condition, depth: depth) ? node.keywords.then : node.keywords.otherwise
            if let branch { check(value, against: branch, at: pointer, depth: depth + 1) }
        }
    }
}

extension JSONValue {
    /// Whether clients read the value as a 64-bit integer. They first read a number with a fraction or an exponent as a
    /// floating-point number, so it must be below 2^53.
    var isInteger: Bool {
        guard case .number(let number) = self else { return false }
        return Int(number.text) != nil || number.int.map { $0.magnitude < 1 << 53 } ?? false
    }
}
