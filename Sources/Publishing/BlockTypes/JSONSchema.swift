public import HomeBlocks

/// A JSON Schema (2020-12) with the keywords that layouts use. Other keywords are rejected, so that no rule is ignored.
public struct JSONSchema: Sendable {
    /// The schema as it is served.
    public let json: JSONValue
    let root: SchemaNode
    let definitions: [JSONString: SchemaNode]

    /// Reads a schema.
    ///
    /// - Parameters:
    ///   - shared: definitions that the schema may refer to in addition to its own.
    ///   - parsed: definitions among its own that are already parsed.
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    init(
        _ json: JSONValue, shared: [JSONString: SchemaNode] = [:], parsed: [JSONString: SchemaNode] = [:]
    ) throws(PublishingError) {
        var reader = SchemaReader(shared: shared, parsed: parsed)
        root = reader.node(json, at: JSONPointer())
        definitions = reader.definitions
        reader.checkReferences()
        guard reader.issues.isEmpty else {
            throw .invalid(
                InvalidInput("The schema cannot be used: \(reader.issues[0].reason).", issues: reader.issues))
        }
        self.json = json
    }

    /// Reads a schema.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(_ json: JSONValue) throws(PublishingError) { try self.init(json, shared: [:], parsed: [:]) }

    /// Returns the issues of a value, outermost first.
    ///
    /// - Parameters:
    ///   - schemes: The schemes that addresses in the value may have.
    ///   - equivalents: Values of enumerations, each with a replacement that an issue suggests.
    ///   - maximum: The maximum number of issues.
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
