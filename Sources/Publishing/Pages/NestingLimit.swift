import HomeBlocks

/// How deep content may nest: the document that has it and the export of its page must be readable, which is JSON of as
/// many levels as a reader takes.
enum NestingLimit {
    private static let levels = JSONLimits().depth

    /// What nests too deep in a block: an export has two levels around it, and a document three around its content.
    static func faults(in block: BlockResource) -> [ValidationIssue] {
        faults(in: .object(block.json), atMost: levels - 2)
    }

    /// What nests too deep in a page's own fields: an export has one level around them.
    static func faults(inData data: JSONObject) -> [ValidationIssue] { faults(in: .object(data), atMost: levels - 1) }

    private static func faults(in value: JSONValue, atMost most: Int) -> [ValidationIssue] {
        guard depth(value) > most else { return [] }
        let pointer = pointer(toLevel: most + 1, in: value)
        return [
            ValidationIssue(
                pointer, "nests too deep: the page's document and its export have \(levels) levels at most (json.depth)"
            )
        ]
    }

    private static func depth(_ value: JSONValue) -> Int {
        switch value {
        case .array(let elements): 1 + (elements.lazy.map(depth).max() ?? 0)
        case .object(let members): 1 + (members.lazy.map { depth($0.value) }.max() ?? 0)
        case .null, .bool, .number, .string: 0
        }
    }

    /// Where the first object or list begins a level of a value that has so many.
    private static func pointer(toLevel level: Int, in value: JSONValue) -> JSONPointer {
        guard level > 1 else { return JSONPointer() }
        let children =
            value.array?.enumerated().map { (key: String($0), value: $1) } ?? value.object?.sortedByName ?? []
        guard let next = children.first(where: { depth($0.value) >= level - 1 }) else { return JSONPointer() }
        return JSONPointer([next.key] + pointer(toLevel: level - 1, in: next.value).tokens)
    }
}
