import HomeBlocks

/// A `$ref`: `#/$defs/NAME` for a definition in the same document, `DOCUMENT#/$defs/NAME` for one in a shared document.
struct SchemaReference {
    /// The shared document; nil for the same document.
    let document: String?
    let name: String

    /// The format of a reference.
    static let rule = "must be \"#/$defs/NAME\" or \"DOCUMENT#/$defs/NAME\""

    init(document: String? = nil, name: String) {
        self.document = document
        self.name = name
    }

    /// Parses the value of `$ref`; nil if it breaks the ``rule``.
    init?(_ text: String) {
        let marker = "#/$defs/"
        guard let start = text.utf8.firstIndex(of: UInt8(ascii: "#")), text[start...].hasPrefix(marker) else {
            return nil
        }
        let document = String(text[..<start])
        self.init(
            document: document.isEmpty ? nil : document, name: String(text[start...].dropFirst(marker.count)))
    }

    var text: String { "\(document ?? "")#/$defs/\(name)" }

    /// Keywords whose values are schemas, lists of schemas, and schemas by name. A `$ref` elsewhere, such as in an
    /// example, is data.
    private static let schemas: Set<String> = [
        "additionalProperties", "items", "contains", "not", "if", "then", "else",
    ]
    private static let lists: Set<String> = ["allOf", "anyOf", "oneOf"]
    private static let maps: Set<String> = ["properties", "$defs"]

    /// Returns a schema with each reference replaced. References that break the ``rule`` are not changed.
    ///
    /// - Parameter replace: Receives a reference and its position.
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
