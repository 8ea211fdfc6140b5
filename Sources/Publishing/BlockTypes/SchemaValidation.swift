import HomeBlocks

/// One walk over a value and a schema, gathering faults.
struct SchemaValidation {
    private(set) var faults: [ValidationIssue] = []
    let definitions: [JSONString: SchemaNode]
    let schemes: AddressSchemes

    private static let mostFaults = 100
    /// Values are at most this deep; a schema that refers to itself without going deeper stops here too.
    private static let mostSteps = 256

    init(definitions: [JSONString: SchemaNode], schemes: AddressSchemes) {
        self.definitions = definitions
        self.schemes = schemes
    }

    mutating func check(_ value: JSONValue, against node: SchemaNode, at pointer: JSONPointer, depth: Int) {
        guard faults.count < Self.mostFaults, depth < Self.mostSteps else { return }
        if node.refusesAll { return fault(pointer, "must not be here") }
        if let name = node.reference, let target = definitions[JSONString(name)] {
            check(value, against: target, at: pointer, depth: depth + 1)
        }
        guard checkKind(value, node, at: pointer) else { return }
        if let values = node.values, !values.contains(value) {
            let allowed = values.map { String(decoding: $0.encoded, as: UTF8.self) }.joined(separator: ", ")
            fault(pointer, values.count == 1 ? "must be \(allowed)" : "must be one of \(allowed)")
        }
        if let constant = node.constant, constant != value {
            fault(pointer, "must be \(String(decoding: constant.encoded, as: UTF8.self))")
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

    private mutating func fault(_ pointer: JSONPointer, _ reason: String) {
        if faults.count < Self.mostFaults { faults.append(ValidationIssue(pointer, reason)) }
    }

    private func fits(_ value: JSONValue, _ node: SchemaNode, depth: Int) -> Bool {
        var trial = SchemaValidation(definitions: definitions, schemes: schemes)
        trial.check(value, against: node, at: JSONPointer(), depth: depth + 1)
        return trial.faults.isEmpty
    }

    private mutating func checkKind(_ value: JSONValue, _ node: SchemaNode, at pointer: JSONPointer) -> Bool {
        guard !node.kinds.isEmpty else { return true }
        let kinds: [SchemaNode.Kind] =
            switch value {
            case .null: [.null]
            case .bool: [.boolean]
            // Beyond 64 bits no client reads an integer.
            case .number(let number): number.int == nil ? [.number] : [.integer, .number]
            case .string: [.string]
            case .array: [.array]
            case .object: [.object]
            }
        if kinds.contains(where: node.kinds.contains) { return true }
        let names = SchemaNode.Kind.allCases.filter(node.kinds.contains).map(\.rawValue)
        fault(pointer, "must be of type \(names.joined(separator: " or "))")
        return false
    }

    private mutating func checkMembers(
        _ members: JSONObject, _ node: SchemaNode, at pointer: JSONPointer, depth: Int
    ) {
        for name in node.required where members[name] == nil { fault(pointer.appending(name), "is required") }
        guard !node.properties.isEmpty || node.additional != nil else { return }
        for (name, value) in members.sortedByName {
            if let property = node.properties[JSONString(name)] ?? node.additional {
                check(value, against: property, at: pointer.appending(name), depth: depth + 1)
            }
        }
    }

    private mutating func checkElements(
        _ elements: [JSONValue], _ node: SchemaNode, at pointer: JSONPointer, depth: Int
    ) {
        if elements.count < node.itemCount.lowerBound {
            fault(pointer, "must have at least \(node.itemCount.lowerBound) elements")
        }
        if elements.count > node.itemCount.upperBound {
            return fault(pointer, "must have at most \(node.itemCount.upperBound) elements")
        }
        guard let items = node.items else { return }
        for (index, element) in elements.enumerated() {
            check(element, against: items, at: pointer.appending(index), depth: depth + 1)
        }
    }

    private mutating func checkText(_ text: String, _ node: SchemaNode, at pointer: JSONPointer) {
        let length = text.unicodeScalars.count
        if length < node.length.lowerBound {
            fault(pointer, "must have at least \(node.length.lowerBound) characters")
        }
        if length > node.length.upperBound {
            fault(pointer, "must have at most \(node.length.upperBound) characters")
        }
        if let pattern = node.pattern, let regex = try? Regex(pattern.expression),
            text.firstMatch(of: regex.matchingSemantics(.unicodeScalar)) == nil
        {
            fault(pointer, "must match \(pattern.text)")
        }
        switch node.format {
        case .dateTime where Instant(rfc3339: text) == nil:
            fault(pointer, Instant.rule)
        case .uriReference, .iriReference:
            let isInternational = node.format == .iriReference
            if let reason = schemes.fault(in: text, node.schemes, isInternational: isInternational) {
                fault(pointer, reason)
            }
        case .dateTime, nil: break
        }
    }

    private mutating func checkNumber(_ number: JSONNumber, _ node: SchemaNode, at pointer: JSONPointer) {
        if let minimum = node.minimum, number < minimum {
            fault(pointer, "must be at least \(minimum.text)")
        }
        if let maximum = node.maximum, number > maximum {
            fault(pointer, "must be at most \(maximum.text)")
        }
    }

    private mutating func checkBranches(_ value: JSONValue, _ node: SchemaNode, at pointer: JSONPointer, depth: Int) {
        for branch in node.allOf { check(value, against: branch, at: pointer, depth: depth + 1) }
        if !node.anyOf.isEmpty, !node.anyOf.contains(where: { fits(value, $0, depth: depth) }) {
            fault(pointer, "fits none of the \(node.anyOf.count) forms that are allowed here")
        }
        if !node.oneOf.isEmpty {
            let fitting = node.oneOf.count { fits(value, $0, depth: depth) }
            if fitting != 1 { fault(pointer, "fits \(fitting) of the forms of which it must fit exactly one") }
        }
        if let not = node.not, fits(value, not, depth: depth) { fault(pointer, "has a form that is not allowed") }
        if let condition = node.condition {
            let branch = fits(value, condition, depth: depth) ? node.then : node.otherwise
            if let branch { check(value, against: branch, at: pointer, depth: depth + 1) }
        }
    }
}
