import HomeBlocks

/// Checks whether everything that one schema permits conforms to another one.
///
/// The comparison is structural and strict: it reports an issue where it cannot tell. The pointer of an issue leads
/// into the value, with `*` for any element of a list.
struct SchemaInclusion {
    /// Schemas, and the schemas that everything they permit conforms to. Layouts share most of their definitions.
    final class Accepted {
        private var limits: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
        /// The schemas, so that an identity stays that of the same schema.
        private var nodes: [SchemaNode] = []

        fileprivate func insert(_ node: SchemaNode, _ limit: SchemaNode) {
            nodes += [node, limit]
            limits[ObjectIdentifier(node), default: []].insert(ObjectIdentifier(limit))
        }

        fileprivate func contains(_ node: SchemaNode, _ limit: SchemaNode) -> Bool {
            limits[ObjectIdentifier(node)]?.contains(ObjectIdentifier(limit)) ?? false
        }
    }

    private(set) var issues: [ValidationIssue] = []
    /// The definitions of the schema that permits values, and of the one that limits them.
    private let own: [JSONString: SchemaNode]
    private let limits: [JSONString: SchemaNode]
    /// The list that is never empty, even if the schema permits it.
    private let cards: JSONPointer?
    private let accepted: Accepted

    /// The maximum depth of nested schemas. Layouts and models are less deep.
    private static let maximumSteps = 64

    private init(
        own: [JSONString: SchemaNode], limits: [JSONString: SchemaNode], cards: JSONPointer?, accepted: Accepted
    ) {
        (self.own, self.limits, self.cards, self.accepted) = (own, limits, cards, accepted)
    }

    /// Returns the issues with values that a schema permits and another one does not.
    ///
    /// - Parameters:
    ///   - cards: The position of a list that is never empty.
    ///   - accepted: The results of earlier comparisons of layouts that share their definitions.
    static func issues(
        of schema: JSONSchema, within limit: JSONSchema, cards: JSONPointer?, _ accepted: Accepted
    ) -> [ValidationIssue] {
        var inclusion = SchemaInclusion(
            own: schema.definitions, limits: limit.definitions, cards: cards, accepted: accepted)
        inclusion.check([schema.root], within: limit.root, at: JSONPointer(), depth: 0)
        return inclusion.issues
    }

    private mutating func check(_ nodes: [SchemaNode], within limit: SchemaNode, at pointer: JSONPointer, depth: Int) {
        guard depth < Self.maximumSteps else { return report(pointer, "is described by a schema that contains itself") }
        if let node = nodes.first, nodes.count == 1, accepted.contains(node, limit) { return }
        let before = issues.count
        defer {
            // A result that depends on the list that is never empty does not hold elsewhere.
            if let node = nodes.first, nodes.count == 1, issues.count == before,
                cards.map({ !$0.tokens.starts(with: pointer.tokens) }) ?? true
            {
                accepted.insert(node, limit)
            }
        }
        let admitted = AdmittedValues(nodes, own)
        // A value that never occurs breaks no rule.
        guard !admitted.isNothing else { return }
        for rule in AdmittedValues.parts(of: limit, limits) {
            checkValue(admitted, rule, at: pointer)
            if admitted.kinds.contains(.object) { checkMembers(admitted, rule, at: pointer, depth: depth) }
            if admitted.kinds.contains(.array) { checkElements(admitted, rule, at: pointer, depth: depth) }
            checkForms(nodes, rule, at: pointer, depth: depth)
        }
    }

    private mutating func report(_ pointer: JSONPointer, _ reason: String) {
        issues.append(ValidationIssue(pointer, reason))
    }

    private mutating func checkValue(_ admitted: AdmittedValues, _ rule: SchemaNode, at pointer: JSONPointer) {
        if rule.keywords.refusesAll { return report(pointer, "must not be allowed") }
        if !rule.keywords.kinds.isEmpty {
            let more = admitted.kinds.subtracting(AdmittedValues.kinds(rule.keywords.kinds))
            if !more.isEmpty { report(pointer, "must not be of type \(more.names)") }
        }
        if let allowed = rule.keywords.values ?? rule.keywords.constant.map({ [$0] }) {
            let list = allowed.map { String(decoding: $0.encoded, as: UTF8.self) }.joined(separator: ", ")
            if !(admitted.values.map { $0.allSatisfy(allowed.contains) } ?? false) {
                report(pointer, "must be limited to \(list)")
            }
        }
        if let refused = rule.keywords.not?.keywords.constant, !admitted.refuses(refused) {
            report(pointer, "must not be \(String(decoding: refused.encoded, as: UTF8.self))")
        }
    }

    private mutating func checkMembers(
        _ admitted: AdmittedValues, _ rule: SchemaNode, at pointer: JSONPointer, depth: Int
    ) {
        for name in rule.keywords.required where !admitted.required.contains(name) {
            report(pointer.appending(name), "must be required")
        }
        for (name, limit) in rule.keywords.properties.sorted(by: { $0.key < $1.key }) {
            let schemas = admitted.member(name)
            if schemas.isEmpty {
                report(pointer.appending(name.text), "must have a schema, since the apps decode it")
            } else {
                check(schemas, within: limit, at: pointer.appending(name.text), depth: depth + 1)
            }
        }
    }

    private mutating func checkElements(
        _ admitted: AdmittedValues, _ rule: SchemaNode, at pointer: JSONPointer, depth: Int
    ) {
        let isNeverEmpty = pointer == cards
        if rule.keywords.minItems > max(admitted.minItems, isNeverEmpty ? 1 : 0) {
            report(pointer, "must have at least \(rule.keywords.minItems) elements")
        }
        if let wanted = rule.keywords.contains,
            !admitted.contains(isNeverEmpty: isNeverEmpty, where: { includes($0, within: wanted) })
        {
            report(pointer, "must have an element \(wanted.constants ?? "that the apps can read")")
        }
        guard let limit = rule.keywords.items, admitted.mayHaveElements else { return }
        let schemas = admitted.elements
        if schemas.isEmpty { return report(pointer, "must have a schema for its elements, since the apps decode them") }
        check(schemas, within: limit, at: pointer.appending("*"), depth: depth + 1)
    }

    /// Checks that one of the forms accepts everything. If none does, reports the issues of the closest one.
    private mutating func checkForms(_ nodes: [SchemaNode], _ rule: SchemaNode, at pointer: JSONPointer, depth: Int) {
        let found = rule.keywords.anyOf.map { form in
            var trial = SchemaInclusion(own: own, limits: limits, cards: cards, accepted: accepted)
            trial.check(nodes, within: form, at: pointer, depth: depth + 1)
            return trial.issues
        }
        if let nearest = found.min(by: { $0.count < $1.count }) { issues += nearest }
    }

    private func includes(_ node: SchemaNode, within limit: SchemaNode) -> Bool {
        var trial = SchemaInclusion(own: own, limits: limits, cards: nil, accepted: accepted)
        trial.check([node], within: limit, at: JSONPointer(), depth: 0)
        return trial.issues.isEmpty
    }
}

/// The values that conform to all of several schemas.
private struct AdmittedValues {
    private let nodes: [SchemaNode]
    /// The types of the values. `number` means fractions only.
    let kinds: SchemaNode.Kinds
    /// The values themselves, if the schemas enumerate them.
    let values: [JSONValue]?
    let required: Set<String>

    init(_ nodes: [SchemaNode], _ definitions: [JSONString: SchemaNode]) {
        self.nodes = nodes.flatMap { Self.parts(of: $0, definitions) }
        var (kinds, lists, required) = (SchemaNode.Kinds.all, [[JSONValue]](), Set<String>())
        for node in self.nodes {
            if !node.keywords.kinds.isEmpty { kinds = kinds.intersection(Self.kinds(node.keywords.kinds)) }
            if let list = node.keywords.values ?? node.keywords.constant.map({ [$0] }) { lists.append(list) }
            required.formUnion(node.keywords.required)
        }
        let values = lists.first?.filter { value in
            lists.allSatisfy { $0.contains(value) } && kinds.contains(Self.kind(value))
        }
        self.kinds = values.map { SchemaNode.Kinds($0.map(Self.kind)) } ?? kinds
        self.values = values
        self.required = required
    }

    /// Returns a schema, the ones that it refers to, and those of its `allOf`.
    static func parts(of node: SchemaNode, _ definitions: [JSONString: SchemaNode]) -> [SchemaNode] {
        var parts: [SchemaNode] = []
        var pending = [node]
        while let next = pending.popLast() {
            guard !parts.contains(where: { $0 === next }) else { continue }
            parts.append(next)
            pending += next.keywords.allOf
            if let target = next.keywords.reference.flatMap({ definitions[JSONString($0)] }) { pending.append(target) }
        }
        return parts
    }

    /// Adds integers if there are numbers, since integers are numbers too.
    static func kinds(_ kinds: SchemaNode.Kinds) -> SchemaNode.Kinds {
        kinds.contains(.number) ? kinds.union(.integer) : kinds
    }

    private static func kind(_ value: JSONValue) -> SchemaNode.Kinds {
        switch value {
        case .null: .null
        case .bool: .boolean
        case .number: value.isInteger ? .integer : .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    var isNothing: Bool { kinds.isEmpty || nodes.contains { $0.keywords.refusesAll } }

    var minItems: Int { nodes.map { $0.keywords.minItems }.max() ?? 0 }

    var mayHaveElements: Bool { nodes.allSatisfy { $0.keywords.maxItems > 0 } }

    var elements: [SchemaNode] { nodes.compactMap { $0.keywords.items } }

    func member(_ name: JSONString) -> [SchemaNode] {
        nodes.compactMap { $0.keywords.properties[name] ?? $0.keywords.additional }
    }

    /// Whether every permitted list has an element of a form.
    ///
    /// - Parameter isNeverEmpty: Whether a rule for nonempty lists is sufficient.
    func contains(isNeverEmpty: Bool, where isForm: (SchemaNode) -> Bool) -> Bool {
        nodes.contains { node in
            let rule = isNeverEmpty ? node.ruleForElements : nil
            return [node, rule].compactMap { $0?.keywords.contains }.contains(where: isForm)
        }
    }

    func refuses(_ value: JSONValue) -> Bool {
        values.map { !$0.contains(value) } ?? !kinds.contains(Self.kind(value))
            || nodes.compactMap(\.keywords.not?.keywords).contains { $0.names == ["const"] && $0.constant == value }
    }
}

extension SchemaNode {
    /// The schema for nonempty lists under `"if": {"minItems": 1}`, if there is one.
    fileprivate var ruleForElements: SchemaNode? {
        guard let condition = keywords.condition?.keywords else { return nil }
        return condition.names == ["minItems"] && condition.minItems == 1 ? keywords.then : nil
    }
}
