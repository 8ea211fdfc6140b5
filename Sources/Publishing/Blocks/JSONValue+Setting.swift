import HomeBlocks

extension JSONValue {
    /// The value with another one put at a place; objects on the way are made.
    func setting(_ value: JSONValue, at pointer: JSONPointer) -> JSONValue {
        guard let name = pointer.tokens.first else { return value }
        var members = object ?? [:]
        let rest = JSONPointer(Array(pointer.tokens.dropFirst()))
        members[name] = (members[name] ?? .object([:])).setting(value, at: rest)
        return .object(members)
    }
}
