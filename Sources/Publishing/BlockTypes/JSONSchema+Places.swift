import HomeBlocks

/// Finding the schemas that describe the parts of a value.
extension JSONSchema {
    /// The maximum number of schemas for one position. Only a recursive schema has more.
    private static let maximumNodes = 64

    /// Returns the schemas of a position in a value; empty if the schema does not describe it.
    func nodes(at position: JSONPointer) -> [SchemaNode] {
        position.tokens.reduce(all([root])) { nodes, token in
            members(of: nodes, named: token) + (Int(token) != nil ? elements(of: nodes) : [])
        }
    }

    /// Returns the schemas of a member of the values that some schemas describe.
    func members(of nodes: [SchemaNode], named name: String) -> [SchemaNode] {
        all(nodes.compactMap { $0.keywords.properties[JSONString(name)] ?? $0.keywords.additional })
    }

    /// Returns the schemas of the elements of the lists that some schemas describe.
    func elements(of nodes: [SchemaNode]) -> [SchemaNode] { all(nodes.compactMap(\.keywords.items)) }

    /// Returns some schemas with the ones that they refer to or combine for the same value.
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
