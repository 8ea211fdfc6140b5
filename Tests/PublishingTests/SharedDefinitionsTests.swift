import HomeBlocks
import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SharedDefinitionsTests {
    /// A layout whose cards have one property with a schema.
    func layout(_ property: String, definitions: String = "{}") throws -> JSONValue {
        try JSONValue(
            parsing: """
                {"x-homeblocks":{"items":"/list"},"type":"object",
                 "properties":{"list":{"items":{"properties":{"a":\(property)}}}},"$defs":\(definitions)}
                """)
    }

    func shared(_ definitions: String) throws -> JSONValue {
        try JSONValue(parsing: #"{"$id":"/block-types/x","description":"Shared.","$defs":\#(definitions)}"#)
    }

    @Test func aLayout_refersToASharedDefinition() throws {
        let catalog = try BlockTypeCatalog(documents: [
            "CARDS": layout(##"{"title":"Cover","$ref":"common#/$defs/picture"}"##),
            "common": shared(##"{"picture":{"$ref":"#/$defs/text"},"text":{"type":"string"},"unused":{}}"##),
        ])
        #expect(catalog.types.keys.sorted() == ["CARDS"])
        let schema = try #require(catalog["CARDS"]).schema
        #expect(
            schema.json.object?["$defs"]
                == (try JSONValue(parsing: ##"{"picture":{"$ref":"#/$defs/text"},"text":{"type":"string"}}"##)))
        let value = try JSONValue(parsing: #"{"list":[{"a":"x"},{"a":1}]}"#)
        #expect(schema.issues(in: value).map(\.pointer.description) == ["/list/1/a"])
    }

    @Test func aSharedDocument_refersToAnother() throws {
        let catalog = try BlockTypeCatalog(documents: [
            "CARDS": layout(##"{"$ref":"music#/$defs/song"}"##),
            "common": shared(#"{"text":{"type":"string"}}"#),
            "music": shared(##"{"song":{"properties":{"name":{"$ref":"common#/$defs/text"}}}}"##),
        ])
        let value = try JSONValue(parsing: #"{"list":[{"a":{"name":1}}]}"#)
        let issues = try #require(catalog["CARDS"]).schema.issues(in: value)
        #expect(issues.map(\.pointer.description) == ["/list/0/a/name"])
    }

    /// Swift's strings are equal in both forms, JSON's are not.
    @Test func namesThatDifferOnlyInNormalForm_areSeparateDefinitions() throws {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        let both = try shared(##"{"\##(composed)":{"type":"string"},"\##(decomposed)":{"type":"integer"}}"##)
        for (name, wrong) in [(composed, 1), (decomposed, 0)] {
            let catalog = try BlockTypeCatalog(documents: [
                "CARDS": layout(##"{"$ref":"common#/$defs/\##(name)"}"##), "common": both,
            ])
            let value = try JSONValue(parsing: #"{"list":[{"a":"x"},{"a":1}]}"#)
            let issues = try #require(catalog["CARDS"]).schema.issues(in: value)
            #expect(issues.map(\.pointer.description) == ["/list/\(wrong)/a"])
        }
    }

    @Test func aReferenceInAnExample_isData() throws {
        let property = ##"{"examples":[{"$ref":"none#/$defs/x"}],"const":{"$ref":"none#/$defs/x"}}"##
        let catalog = try BlockTypeCatalog(documents: ["CARDS": layout(property)])
        #expect(try #require(catalog["CARDS"]).schema.json == (try layout(property)))
    }

    /// A definition that contains itself is bundled once.
    @Test func aRecursiveDefinition_isBundledOnce() throws {
        let catalog = try BlockTypeCatalog(documents: [
            "CARDS": layout(##"{"$ref":"common#/$defs/tree"}"##),
            "common": shared(##"{"tree":{"type":"object","properties":{"child":{"$ref":"#/$defs/tree"}}}}"##),
        ])
        let value = try JSONValue(parsing: #"{"list":[{"a":{"child":{"child":1}}}]}"#)
        let issues = try #require(catalog["CARDS"]).schema.issues(in: value)
        #expect(issues.map(\.pointer.description) == ["/list/0/a/child/child"])
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        var property = "{}"
        var definitions = "{}"
        var common = "{}"
        var music = "{}"
        var document = "CARDS"
        let pointer: String

        var testDescription: String { name }
    }

    static let property = "/properties/list/items/properties/a"

    @Test(arguments: [
        Refusal(
            name: "unknown document", property: ##"{"$ref":"none#/$defs/a"}"##, pointer: "\(property)/$ref"),
        Refusal(
            name: "another layout", property: ##"{"$ref":"CARDS#/$defs/a"}"##, definitions: #"{"a":{}}"#,
            pointer: "\(property)/$ref"),
        Refusal(
            name: "unknown shared definition", property: ##"{"$ref":"common#/$defs/a"}"##,
            pointer: "\(property)/$ref"),
        Refusal(
            name: "own definition that only a shared document has",
            property: ##"{"allOf":[{"$ref":"common#/$defs/a"},{"$ref":"#/$defs/a"}]}"##, common: #"{"a":{}}"#,
            pointer: "\(property)/allOf/1/$ref"),
        Refusal(
            name: "own definition with the name of a shared one in use",
            property: ##"{"$ref":"common#/$defs/a"}"##, definitions: #"{"b":{}}"#,
            common: ##"{"a":{"$ref":"#/$defs/b"},"b":{}}"##, pointer: "/$defs/b"),
        Refusal(
            name: "not a definition", property: ##"{"$ref":"common#/properties/a"}"##, pointer: "\(property)/$ref"),
        Refusal(name: "an address", property: #"{"$ref":"https://example.com"}"#, pointer: "\(property)/$ref"),
        Refusal(
            name: "unknown definition in a shared document", common: ##"{"a":{"items":{"$ref":"#/$defs/b"}}}"##,
            document: "common", pointer: "/$defs/a/items/$ref"),
        Refusal(
            name: "unknown keyword in a shared document", common: #"{"a":{"prefixItems":[]}}"#, document: "common",
            pointer: "/$defs/a/prefixItems"),
        Refusal(
            name: "definition in two shared documents", common: #"{"a":{}}"#, music: #"{"a":{}}"#, document: "music",
            pointer: "/$defs/a"),
        Refusal(
            name: "documents that refer to each other", common: ##"{"a":{"not":{"$ref":"music#/$defs/b"}}}"##,
            music: ##"{"b":{"$ref":"common#/$defs/a"}}"##, document: "common", pointer: "/$defs/a/not/$ref"),
        Refusal(
            name: "document that refers to itself by name", common: ##"{"a":{"$ref":"common#/$defs/b"},"b":{}}"##,
            document: "common", pointer: "/$defs/a/$ref"),
        Refusal(name: "definitions that are no object", common: "[]", document: "common", pointer: "/$defs"),
    ])
    func aWrongDocument_isRefusedWithItsNameAndAPointer(_ refusal: Refusal) throws {
        let documents: [String: JSONValue] = [
            "CARDS": try layout(refusal.property, definitions: refusal.definitions),
            "common": try shared(refusal.common), "music": try shared(refusal.music),
        ]
        let error = #expect(throws: BlockTypeDocumentError.self) { try BlockTypeCatalog(documents: documents) }
        #expect(error?.document == refusal.document)
        guard case .invalid(let input) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(input.issues.map(\.pointer.description) == [refusal.pointer])
    }

    @Test func theProjectsLayouts_areSelfContained() throws {
        let types = try Project.catalog().types
        #expect(!types.isEmpty)
        for type in types.values {
            let names = Set((type.schema.json.object?["$defs"]?.object ?? [:]).keys)
            let references = Self.references(in: type.schema.json)
            #expect(references == Set(names.map { "#/$defs/\($0)" }), "\(type.showType)")
        }
    }

    private static func references(in value: JSONValue) -> Set<String> {
        if let elements = value.array { return elements.reduce(into: []) { $0.formUnion(references(in: $1)) } }
        return (value.object ?? [:]).reduce(into: []) { found, member in
            if member.key == "$ref", let text = member.value.string { found.insert(text) }
            found.formUnion(references(in: member.value))
        }
    }
}
