import HomeBlocks

/// Adds the shared definitions that a schema refers to, directly or through other definitions.
struct SchemaBundler {
    private let shared: SharedDefinitions
    private let schema: JSONValue
    private let own: JSONObject
    private var pending: [(document: String, name: String)] = []
    /// The names of the definitions that were added.
    private(set) var taken: Set<JSONString> = []
    private(set) var issues: [ValidationIssue] = []

    init(_ shared: SharedDefinitions, _ schema: JSONValue) {
        self.shared = shared
        self.schema = schema
        own = SharedDefinitions.definitions(schema)
    }

    mutating func bundle() -> JSONValue {
        let rewritten = SchemaReference.rewriting(schema) { localized($0, at: $1) }
        guard !pending.isEmpty, var members = rewritten.object else { return rewritten }
        var definitions = members["$defs"]?.object ?? JSONObject()
        while let (document, name) = pending.popLast() {
            guard taken.insert(JSONString(name)).inserted else { continue }
            guard own[name] == nil else {
                let reason = "has the same name as a definition in \"\(document)\" that this schema uses"
                issues.append(ValidationIssue(JSONPointer(["$defs", name]), reason))
                continue
            }
            guard let definition = shared.definition(name, of: document) else { continue }
            definitions[name] = definition.json
            pending += definition.references
        }
        members["$defs"] = .object(definitions)
        return .object(members)
    }

    /// Returns the reference that replaces one in the schema itself.
    private mutating func localized(_ reference: SchemaReference, at pointer: JSONPointer) -> SchemaReference {
        guard let document = reference.document else {
            // Without this check, a shared definition of the same name that another reference needs would be used
            // instead.
            if own[reference.name] == nil {
                issues.append(ValidationIssue(pointer, "there is no definition \"\(reference.name)\""))
            }
            return reference
        }
        guard shared.contains(document) else {
            issues.append(ValidationIssue(pointer, "there is no document of shared definitions \"\(document)\""))
            return reference
        }
        guard shared.definition(reference.name, of: document) != nil else {
            issues.append(ValidationIssue(pointer, "there is no definition \"\(reference.name)\" in \"\(document)\""))
            return reference
        }
        pending.append((document, reference.name))
        return SchemaReference(name: reference.name)
    }
}
