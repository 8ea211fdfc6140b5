import HomeBlocks

/// A schema while it is being read.
struct SchemaKeywords {
    var refusesAll = false
    var reference: String?
    var kinds: Set<SchemaNode.Kind> = []
    var properties: [JSONString: SchemaNode] = [:]
    var required: [String] = []
    var additional: SchemaNode?
    var items: SchemaNode?
    var values: [JSONValue]?
    var constant: JSONValue?
    var minItems = 0
    var maxItems = Int.max
    var minLength = 0
    var maxLength = Int.max
    var minimum: JSONNumber?
    var maximum: JSONNumber?
    var pattern: SchemaNode.Pattern?
    var format: SchemaNode.Format?
    var schemes: AddressSchemes.Kind?
    var allOf: [SchemaNode] = []
    var anyOf: [SchemaNode] = []
    var oneOf: [SchemaNode] = []
    var not: SchemaNode?
    var condition: SchemaNode?
    var then: SchemaNode?
    var otherwise: SchemaNode?
}
