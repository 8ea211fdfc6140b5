import HomeBlocks

/// One schema, read: what each keyword demands.
final class SchemaNode: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        case null, boolean, integer, number, string, array, object
    }

    enum Format: String, Sendable {
        case dateTime = "date-time"
        case uriReference = "uri-reference"
        case iriReference = "iri-reference"
    }

    /// A pattern as the schema has it, and as Swift matches it.
    struct Pattern: Sendable {
        let text: String
        let expression: String
    }

    /// The schema `false`, which nothing fits.
    let refusesAll: Bool
    let reference: String?
    let kinds: Set<Kind>
    let properties: [JSONString: SchemaNode]
    let required: [String]
    let additional: SchemaNode?
    let items: SchemaNode?
    let values: [JSONValue]?
    let constant: JSONValue?
    let itemCount: ClosedRange<Int>
    let length: ClosedRange<Int>
    let minimum: JSONNumber?
    let maximum: JSONNumber?
    let pattern: Pattern?
    let format: Format?
    /// What an address is for; one that does not say it is opened.
    let schemes: AddressSchemes.Kind
    let allOf: [SchemaNode]
    let anyOf: [SchemaNode]
    let oneOf: [SchemaNode]
    let not: SchemaNode?
    let condition: SchemaNode?
    let then: SchemaNode?
    let otherwise: SchemaNode?

    init(_ keywords: SchemaKeywords) {
        refusesAll = keywords.refusesAll
        reference = keywords.reference
        kinds = keywords.kinds
        properties = keywords.properties
        required = keywords.required
        additional = keywords.additional
        items = keywords.items
        values = keywords.values
        constant = keywords.constant
        itemCount = keywords.minItems...max(keywords.minItems, keywords.maxItems)
        length = keywords.minLength...max(keywords.minLength, keywords.maxLength)
        minimum = keywords.minimum
        maximum = keywords.maximum
        pattern = keywords.pattern
        format = keywords.format
        schemes = keywords.schemes ?? .app
        allOf = keywords.allOf
        anyOf = keywords.anyOf
        oneOf = keywords.oneOf
        not = keywords.not
        condition = keywords.condition
        then = keywords.then
        otherwise = keywords.otherwise
    }
}
