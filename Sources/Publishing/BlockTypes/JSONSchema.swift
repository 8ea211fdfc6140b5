public import HomeBlocks

/// A JSON Schema (2020-12) with the keywords that layouts use. Others are refused, so that no rule is ignored.
public struct JSONSchema: Sendable {
    /// The schema as it is served.
    public let json: JSONValue
    let root: SchemaNode
    let definitions: [JSONString: SchemaNode]

    /// Reads a schema.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(_ json: JSONValue) throws(PublishingError) {
        var reader = SchemaReader()
        root = reader.node(json, at: JSONPointer())
        definitions = reader.definitions
        reader.checkReferences()
        guard reader.issues.isEmpty else {
            throw .invalid(
                InvalidInput("The schema cannot be used: \(reader.issues[0].reason).", issues: reader.issues))
        }
        self.json = json
    }

    /// Returns the issues of a value, outermost first.
    ///
    /// - Parameters:
    ///   - schemes: The schemes that addresses in it may have.
    ///   - equivalents: Values of closed lists, each with one that an issue suggests instead.
    ///   - maximum: How many issues are returned at most.
    public func issues(
        in value: JSONValue, schemes: AddressSchemes = .standard, equivalents: [String: String] = [:],
        maximum: Int = 100
    ) -> [ValidationIssue] {
        var validation = SchemaValidation(
            definitions: definitions, schemes: schemes, equivalents: equivalents, maximumIssues: maximum)
        validation.check(value, against: root, at: JSONPointer(), depth: 0)
        return validation.issues
    }
}
