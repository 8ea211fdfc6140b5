import HomeBlocks

/// Which schemas describe the parts of a value.
extension JSONSchema {
    /// More of one place are left out: only a schema that refers to itself has so many.
    private static let maximumNodes = 64

    /// The schemas of a place in a value; none if the schema does not name it.
    func nodes(at position: JSONPointer) -> [SchemaNode] {
        position.tokens.reduce(all([root])) { nodes, token in
            members(of: nodes, named: token) + (Int(token) != nil ? elements(of: nodes) : [])
        }
    }

    /// The schemas of a member of what some schemas describe.
    func members(of nodes: [SchemaNode], named name: String) -> [SchemaNode] {
        all(nodes.compactMap { $0.keywords.properties[JSONString(name)] ?? $0.keywords.additional })
    }

    /// The schemas of the elements of what some schemas describe.
    func elements(of nodes: [SchemaNode]) -> [SchemaNode] { all(nodes.compactMap(\.keywords.items)) }

    /// Some schemas with those that they refer to, or that are parts of them for the same value.
    private func all(_ nodes: [SchemaNode]) -> [SchemaNode] {
        var all = nodes
        var next = 0
        while next < all.count, all.count < Self.maximumNodes {
            let keywords = all[next].keywords
            if let target = keywords.reference.flatMap({ definitions[JSONString($0)] }) { all.append(target) }
            all += keywords.allOf + keywords.anyOf + keywords.oneOf
            all += [keywords.then, keywords.otherwise].compactMap(\.self)
            next += 1
        }
        return all
    }
}
