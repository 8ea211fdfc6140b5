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

    /// A set of types of values.
    struct Kinds: OptionSet, Sendable {
        let rawValue: UInt8

        static let null = Kinds(rawValue: 1)
        static let boolean = Kinds(rawValue: 2)
        static let integer = Kinds(rawValue: 4)
        static let number = Kinds(rawValue: 8)
        static let string = Kinds(rawValue: 16)
        static let array = Kinds(rawValue: 32)
        static let object = Kinds(rawValue: 64)
        static let all = Kinds(rawValue: 127)

        private static let named: [(name: String, kind: Kinds)] = [
            ("null", .null), ("boolean", .boolean), ("integer", .integer), ("number", .number), ("string", .string),
            ("array", .array), ("object", .object),
        ]

        init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Returns nil for an unknown name.
        init?(_ name: String) {
            guard let known = Self.named.first(where: { $0.name == name }) else { return nil }
            self = known.kind
        }

        /// The names, for messages: `integer or number`.
        var names: String {
            Self.named.filter { contains($0.kind) }.map(\.name).joined(separator: " or ")
        }
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
        var kinds: Kinds = []
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
