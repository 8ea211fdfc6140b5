import HomeBlocks

/// A `$ref`: `#/$defs/NAME` to a definition of the same document, `DOCUMENT#/$defs/NAME` to one of a shared document.
struct SchemaReference {
    /// The shared document, or nil for the same one.
    let document: String?
    let name: String

    /// What a reference must look like.
    static let rule = "must be \"#/$defs/NAME\" or \"DOCUMENT#/$defs/NAME\""

    init(document: String? = nil, name: String) {
        self.document = document
        self.name = name
    }

    /// Reads the value of `$ref`; nil if it does not follow the ``rule``.
    init?(_ text: String) {
        guard let range = text.firstRange(of: "#/$defs/") else { return nil }
        let document = String(text[..<range.lowerBound])
        self.init(document: document.isEmpty ? nil : document, name: String(text[range.upperBound...]))
    }

    var text: String { "\(document ?? "")#/$defs/\(name)" }

    /// Keywords whose value is a schema, a list of schemas, and schemas by name. A `$ref` elsewhere, such as in an
    /// example, is data.
    private static let schemas: Set<String> = [
        "additionalProperties", "items", "contains", "not", "if", "then", "else",
    ]
    private static let lists: Set<String> = ["allOf", "anyOf", "oneOf"]
    private static let maps: Set<String> = ["properties", "$defs"]

    /// Returns a schema with each of its references replaced. What follows no ``rule`` stays as it is.
    ///
    /// - Parameter replace: Gets a reference and where it stands.
    static func rewriting(
        _ schema: JSONValue, at pointer: JSONPointer = JSONPointer(),
        _ replace: (SchemaReference, JSONPointer) -> SchemaReference
    ) -> JSONValue {
        guard var members = schema.object else { return schema }
        for (keyword, value) in members.sortedByName {
            let place = pointer.appending(keyword)
            if keyword == "$ref", let reference = value.string.flatMap(SchemaReference.init) {
                members[keyword] = .string(replace(reference, place).text)
            } else if schemas.contains(keyword) {
                members[keyword] = rewriting(value, at: place, replace)
            } else if lists.contains(keyword), let list = value.array {
                members[keyword] = .array(
                    list.enumerated().map { rewriting($1, at: place.appending($0), replace) })
            } else if maps.contains(keyword), var map = value.object {
                for (name, member) in map.sortedByName {
                    map[name] = rewriting(member, at: place.appending(name), replace)
                }
                members[keyword] = .object(map)
            }
        }
        return .object(members)
    }
}
