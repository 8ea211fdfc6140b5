public import HomeBlocks

/// A value that an import replaced by an equivalent one because it would have been rejected.
public struct ImportChange: Sendable, Equatable {
    /// The value's location in the imported document.
    public let pointer: JSONPointer
    public let from: JSONValue
    public let to: JSONValue

    /// The change as JSON.
    public var json: JSONValue { ["pointer": .string(pointer.description), "from": from, "to": to] }
}

extension PageDocument {
    /// Replaces values that the catalog rejects by equivalent ones, in the blocks of the input: URLs that are not
    /// percent-encoded and, on a page for a client family, values that its apps cannot decode and do not show.
    ///
    /// - Returns: the replacements, with pointers into the input.
    mutating func adapt(_ catalog: BlockTypeCatalog, client: ClientFamily?) -> [ImportChange] {
        var changes: [ImportChange] = []
        for index in input ?? blocks.indices {
            // The catalog checks localizations only once the content itself has no issues.
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
    /// The block with invalid values replaced by equivalent ones; nil if there is nothing to replace.
    fileprivate func adapted(
        _ catalog: BlockTypeCatalog, _ client: ClientFamily?
    ) -> (block: BlockResource, changes: [ImportChange])? {
        let issues = catalog.issues(in: self, client: client, maximum: .max)
        guard !issues.isEmpty else { return nil }
        let json = JSONValue.object(self.json)
        var changes: [ImportChange] = []
        for issue in issues {
            // Only apps of a client family are known to treat null as absent.
            guard let new = issue.suggestion, new != .null || client != nil,
                let value = json[pointer: issue.pointer], value != new
            else { continue }
            changes.append(ImportChange(pointer: issue.pointer, from: value, to: new))
        }
        let adapted = json.replacing(changes.map { (path: $0.pointer.tokens[...], new: $0.to) })
        guard !changes.isEmpty, let block = BlockResource(stored: adapted) else { return nil }
        return (block, changes)
    }
}

extension JSONValue {
    /// Returns the value with replacements at some paths. Paths without a value are ignored.
    fileprivate func replacing(_ changes: [(path: ArraySlice<String>, new: JSONValue)]) -> JSONValue {
        if let whole = changes.first(where: \.path.isEmpty) { return whole.new }
        let groups = Dictionary(grouping: changes) { $0.path.first ?? "" }
            .mapValues { $0.map { (path: $0.path.dropFirst(), new: $0.new) } }
        switch self {
        case .object(var members):
            for (name, changes) in groups { members[name] = members[name]?.replacing(changes) }
            return .object(members)
        case .array(var elements):
            for (name, changes) in groups {
                guard let index = Int(name), elements.indices.contains(index) else { continue }
                elements[index] = elements[index].replacing(changes)
            }
            return .array(elements)
        case .null, .bool, .number, .string: return self
        }
    }
}
