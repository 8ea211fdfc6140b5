import HomeBlocks

/// Documents of definitions that layouts share: `common#/$defs/picture` is the definition `picture` of `common`.
struct SharedDefinitions {
    /// A definition without references to other documents, and the definitions to which it refers.
    struct Definition {
        let json: JSONValue
        let references: [(document: String, name: String)]
    }

    private let documents: [String: JSONValue]
    private let definitions: [String: [JSONString: Definition]]
    /// The definitions of the documents that ``check(_:)`` accepted, parsed once for all layouts.
    private var nodes: [JSONString: SchemaNode] = [:]

    /// The keywords of a document that describes no value itself.
    private static let keywords: Set<String> = ["$schema", "$id", "title", "description", "$defs"]

    /// Selects the documents that contain only definitions; the others are layouts.
    ///
    /// - Parameter documents: the documents by the names that references use.
    init(in documents: [String: JSONValue]) {
        self.documents = documents.filter { _, json in
            guard let members = json.object, members["$defs"] != nil else { return false }
            return Self.keywords.isSuperset(of: members.keys)
        }
        var definitions: [String: [JSONString: Definition]] = [:]
        for (document, json) in self.documents {
            for (name, definition) in Self.definitions(json) {
                definitions[document, default: [:]][JSONString(name)] = Self.localized(definition, in: document)
            }
        }
        self.definitions = definitions
    }

    private static func localized(_ definition: JSONValue, in document: String) -> Definition {
        var references: [(String, String)] = []
        let json = SchemaReference.rewriting(definition) { reference, _ in
            references.append((reference.document ?? document, reference.name))
            return SchemaReference(name: reference.name)
        }
        return Definition(json: json, references: references)
    }

    /// The names of the documents, sorted.
    var names: [String] { documents.keys.sorted() }

    func contains(_ document: String) -> Bool { documents[document] != nil }

    /// Returns a definition of a document.
    func definition(_ name: String, of document: String) -> Definition? { definitions[document]?[JSONString(name)] }

    /// Returns the definitions in a schema itself.
    static func definitions(_ schema: JSONValue) -> JSONObject { schema.object?["$defs"]?.object ?? JSONObject() }

    /// Returns a schema without references to other documents: the definitions that it needs are added to its own
    /// `$defs`. Those that are already parsed are returned as well.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    func bundled(
        _ schema: JSONValue
    ) throws(PublishingError) -> (json: JSONValue, parsed: [JSONString: SchemaNode]) {
        var bundler = SchemaBundler(self, schema)
        let bundle = bundler.bundle()
        try Self.require(bundler.issues)
        return (bundle, nodes.filter { bundler.taken.contains($0.key) })
    }

    /// Checks and parses a document, whether or not a layout refers to it.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    mutating func check(_ document: String) throws(PublishingError) {
        guard let json = documents[document] else { return }
        let others = names.prefix { $0 != document }
        try Self.require(
            Self.definitions(json).sortedByName.compactMap { name, _ in
                others.first { definition(name, of: $0) != nil }.map { other in
                    ValidationIssue(JSONPointer(["$defs", name]), "\"\(other)\" also has a definition with this name")
                }
            })
        try Self.require(
            references(of: document).compactMap { reference, pointer in
                guard let other = reference.document, reaches(document, from: other) else { return nil }
                return ValidationIssue(pointer, "\"\(other)\" refers back to \"\(document)\"")
            })
        let bundle = try bundled(json)
        let schema = try JSONSchema(bundle.json, parsed: bundle.parsed)
        nodes.merge(schema.definitions) { $1 }
    }

    private static func require(_ issues: [ValidationIssue]) throws(PublishingError) {
        guard let first = issues.first else { return }
        throw .invalid(InvalidInput("The schema cannot be used: \(first.reason).", issues: issues))
    }

    private func references(of document: String) -> [(SchemaReference, JSONPointer)] {
        guard let json = documents[document] else { return [] }
        var references: [(SchemaReference, JSONPointer)] = []
        _ = SchemaReference.rewriting(json) { reference, pointer in
            references.append((reference, pointer))
            return reference
        }
        return references
    }

    private func reaches(_ target: String, from document: String) -> Bool {
        var visited: Set<String> = []
        var pending = [document]
        while let next = pending.popLast() {
            if next == target { return true }
            guard visited.insert(next).inserted else { continue }
            pending += references(of: next).compactMap(\.0.document)
        }
        return false
    }
}
