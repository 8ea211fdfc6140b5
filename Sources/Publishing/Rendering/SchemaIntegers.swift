import HomeBlocks

extension JSONSchema {
    /// Returns an object with each integer of the schema written without fraction or exponent: `1000` for `1e3`, `1`
    /// for `1.0` and `0` for `-0`, which clients in some languages read as floating-point. Other numbers are unchanged.
    func writingIntegers(in object: JSONObject) -> JSONObject {
        let value = JSONValue.object(object)
        guard value.hasUnusualIntegers else { return object }
        return SchemaIntegers(definitions: definitions).written(value, [root], depth: 0).object ?? object
    }
}

private struct SchemaIntegers {
    let definitions: [JSONString: SchemaNode]

    /// Bounds the recursion; values nest less deeply.
    private static let maximumDepth = 64

    func written(_ value: JSONValue, _ nodes: [SchemaNode], depth: Int) -> JSONValue {
        guard value.hasUnusualIntegers, depth < Self.maximumDepth else { return value }
        let parts = parts(of: nodes)
        switch value {
        case .number(let number):
            let isInteger = parts.contains {
                $0.keywords.kinds.contains(.integer) && !$0.keywords.kinds.contains(.number)
            }
            return isInteger ? number.plainInteger.map { .number($0) } ?? value : value
        case .object(let members):
            let written = members.map { name, member in
                let nodes = parts.compactMap { $0.keywords.properties[JSONString(name)] ?? $0.keywords.additional }
                return (name, self.written(member, nodes, depth: depth + 1))
            }
            return .object(JSONObject(written, uniquingKeysWith: { $1 }))
        case .array(let elements):
            let nodes = parts.compactMap(\.keywords.items)
            return .array(elements.map { written($0, nodes, depth: depth + 1) })
        case .null, .bool, .string: return value
        }
    }

    /// The schemas together with their branches and the schemas that they refer to. An integer in any of them counts.
    private func parts(of nodes: [SchemaNode]) -> [SchemaNode] {
        var parts: [SchemaNode] = []
        var pending = nodes
        while let next = pending.popLast() {
            guard !parts.contains(where: { $0 === next }) else { continue }
            parts.append(next)
            let keywords = next.keywords
            pending += keywords.allOf + keywords.anyOf + keywords.oneOf
            pending += [keywords.then, keywords.otherwise].compactMap(\.self)
            if let target = keywords.reference.flatMap({ definitions[JSONString($0)] }) { pending.append(target) }
        }
        return parts
    }
}

extension JSONNumber {
    /// The same integer in digits only; nil if it is not an integer or has only digits already.
    var plainInteger: JSONNumber? {
        guard isUnusual, let value = int else { return nil }
        return JSONNumber(Int64(value))
    }

    /// Whether it has a fraction, an exponent or is a negative zero.
    fileprivate var isUnusual: Bool {
        text == "-0" || text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
    }
}

extension JSONValue {
    fileprivate var hasUnusualIntegers: Bool {
        switch self {
        case .number(let number): number.isUnusual
        case .object(let members): members.contains { $0.value.hasUnusualIntegers }
        case .array(let elements): elements.contains(where: \.hasUnusualIntegers)
        case .null, .bool, .string: false
        }
    }
}
