public import HomeBlocks

/// A JSON Schema (2020-12) with the keywords that layouts use. A schema with any other keyword is refused,
/// so that no rule is ever silently ignored.
public struct JSONSchema: Sendable {
    /// The schema as it was written.
    public let json: JSONValue
    private let root: SchemaNode
    private let definitions: [JSONString: SchemaNode]

    /// Reads a schema.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(_ json: JSONValue) throws(PublishingError) {
        var reader = SchemaReader()
        root = reader.node(json, at: JSONPointer())
        definitions = reader.definitions
        reader.checkReferences()
        guard reader.faults.isEmpty else {
            throw .invalid(
                InvalidInput("The schema cannot be used: \(reader.faults[0].reason).", issues: reader.faults))
        }
        self.json = json
    }

    /// Everything that is wrong with a value, outermost first; at most 100 faults.
    ///
    /// - Parameter schemes: those that addresses in it may have.
    public func faults(in value: JSONValue, schemes: AddressSchemes = .standard) -> [ValidationIssue] {
        var validation = SchemaValidation(definitions: definitions, schemes: schemes)
        validation.check(value, against: root, at: JSONPointer(), depth: 0)
        return validation.faults
    }
}
