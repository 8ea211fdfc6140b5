public import HomeBlocks

/// A value that an import replaced, since it would have been refused and another one means the same.
public struct ImportChange: Sendable, Equatable {
    /// Where the imported document has it.
    public let pointer: JSONPointer
    public let from: JSONValue
    public let to: JSONValue

    /// The change as JSON.
    public var json: JSONValue { ["pointer": .string(pointer.description), "from": from, "to": to] }
}

extension PageDocument {
    /// Replaces values that the catalog refuses and that have an equivalent, in the blocks that the input has: addresses
    /// that are not percent-encoded, and on a page of a family what its apps cannot decode and do not show.
    ///
    /// - Returns: what was replaced, with pointers into the input.
    mutating func adapt(_ catalog: BlockTypeCatalog, client: ClientFamily?) -> [ImportChange] {
        var changes: [ImportChange] = []
        for index in input ?? blocks.indices {
            // Languages are checked once the content itself has no issues.
            for _ in 0..<2 {
                guard let (block, own) = blocks[index].adapted(catalog, client) else { break }
                blocks[index] = block
                changes += own.map { change in
                    let place = placed(ValidationIssue(change.pointer, ""), inBlock: index).pointer
                    return ImportChange(pointer: place, from: change.from, to: change.to)
                }
            }
        }
        return changes
    }
}

extension BlockResource {
    /// The block with what has an equivalent replaced; nil if there is nothing to replace.
    fileprivate func adapted(
        _ catalog: BlockTypeCatalog, _ client: ClientFamily?
    ) -> (block: BlockResource, changes: [ImportChange])? {
        let issues = catalog.issues(in: self, client: client, maximum: .max)
        guard !issues.isEmpty else { return nil }
        var json = JSONValue.object(self.json)
        var changes: [ImportChange] = []
        for issue in issues {
            // Null says that nothing is there, which only apps of a family are known to take so.
            guard let new = issue.suggestion, new != .null || client != nil,
                let value = json[pointer: issue.pointer], value != new
            else { continue }
            json = json.replacing(issue.pointer.tokens[...], with: new)
            changes.append(ImportChange(pointer: issue.pointer, from: value, to: new))
        }
        guard !changes.isEmpty, let block = BlockResource(stored: json) else { return nil }
        return (block, changes)
    }
}

extension JSONValue {
    /// The value with another one at a path; the same if there is nothing at the path.
    fileprivate func replacing(_ path: ArraySlice<String>, with new: JSONValue) -> JSONValue {
        guard let name = path.first else { return new }
        switch self {
        case .object(var members):
            members[name] = members[name]?.replacing(path.dropFirst(), with: new)
            return .object(members)
        case .array(var elements):
            guard let index = Int(name), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].replacing(path.dropFirst(), with: new)
            return .array(elements)
        case .null, .bool, .number, .string: return self
        }
    }
}
