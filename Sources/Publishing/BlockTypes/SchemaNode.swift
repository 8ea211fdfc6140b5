import HomeBlocks

/// A parsed schema. A class, because schemas contain schemas.
final class SchemaNode: Sendable {
    let keywords: Keywords

    init(_ keywords: Keywords) { self.keywords = keywords }

    /// The members with a constant value, for messages: `with "kind" "song"`; nil if there are none.
    var constants: String? {
        let members = keywords.properties.compactMap { name, node in
            node.keywords.constant.map { "\"\(name.text)\" \(String(decoding: $0.encoded, as: UTF8.self))" }
        }
        return members.isEmpty ? nil : "with \(members.sorted().joined(separator: " and "))"
    }

    enum Kind: String, Sendable, CaseIterable {
        case null, boolean, integer, number, string, array, object
    }

    enum Format: String, Sendable {
        case dateTime = "date-time"
        case uriReference = "uri-reference"
        case iriReference = "iri-reference"
    }

    /// A pattern as written in the schema, and its Swift expression.
    struct Pattern: Sendable {
        let text: String
        let expression: String
    }

    /// The values of the keywords. The default of each keyword accepts all values.
    struct Keywords: Sendable {
        /// The keywords that limit the values.
        var names: Set<String> = []
        /// Whether this is the schema `false`, which rejects all values.
        var refusesAll = false
        var reference: String?
        var kinds: Set<Kind> = []
        var properties: [JSONString: SchemaNode] = [:]
        var required: [String] = []
        var additional: SchemaNode?
        var items: SchemaNode?
        var contains: SchemaNode?
        var values: [JSONValue]?
        var constant: JSONValue?
        var minItems = 0
        var maxItems = Int.max
        var minLength = 0
        var maxLength = Int.max
        var minimum: JSONNumber?
        var maximum: JSONNumber?
        var pattern: Pattern?
        var format: Format?
        /// The purpose of an address; nil if the schema does not specify it.
        var schemes: AddressSchemes.Kind?
        var allOf: [SchemaNode] = []
        var anyOf: [SchemaNode] = []
        var oneOf: [SchemaNode] = []
        var not: SchemaNode?
        var condition: SchemaNode?
        var then: SchemaNode?
        var otherwise: SchemaNode?
    }
}
