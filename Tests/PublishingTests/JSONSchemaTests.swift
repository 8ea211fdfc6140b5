import HomeBlocks
import Publishing
import Testing

@Suite(.timeLimit(.minutes(1))) struct JSONSchemaTests {
    func faults(_ schema: String, _ value: String) throws -> [String] {
        try JSONSchema(JSONValue(parsing: schema)).faults(in: JSONValue(parsing: value)).map(\.pointer.description)
    }

    @Test(arguments: [
        (#"{"type":"integer"}"#, "1", true), (#"{"type":"integer"}"#, "1.0", true),
        (#"{"type":"integer"}"#, "1.5", false),
        (#"{"type":"integer"}"#, "9223372036854775808", false), (#"{"type":"number"}"#, "1.5", true),
        (#"{"type":["string","null"]}"#, "null", true), (#"{"type":["string","null"]}"#, "1", false),
        (#"{"enum":["a",null]}"#, "null", true), (#"{"enum":["a"]}"#, #""b""#, false), (#"{"const":1}"#, "1.0", true),
        (#"{"minItems":1}"#, "[]", false), (#"{"maxItems":1}"#, "[1,2]", false), (#"{"minItems":1}"#, #""x""#, true),
        (#"{"minLength":2}"#, #""中""#, false), (#"{"maxLength":1}"#, #""中""#, true),
        (#"{"minimum":2}"#, "1", false), (#"{"maximum":2}"#, "2", true),
        (#"{"pattern":"^-?[0-9]+$"}"#, #""-12""#, true),
        (#"{"pattern":"^-?[0-9]+$"}"#, #""x""#, false),
        (#"{"format":"date-time"}"#, #""2026-01-31T08:00:00+08:00""#, true),
        (#"{"format":"date-time"}"#, #""2026-01-31T08:00:00""#, false),
        (#"{"format":"uri-reference"}"#, #""/a b""#, false),
        (#"{"format":"uri-reference"}"#, #""/a/b.svg?x=1""#, true),
        (#"{"anyOf":[{"type":"string"},{"type":"null"}]}"#, "1", false),
        (#"{"oneOf":[{"type":"integer"},{"type":"number"}]}"#, "1", false),
        (#"{"oneOf":[{"type":"integer"},{"type":"string"}]}"#, "1", true), (#"{"not":{"type":"null"}}"#, "null", false),
        (#"{"allOf":[{"minimum":1},{"maximum":2}]}"#, "3", false),
        (#"{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":0}}"#, #""""#, false),
        (#"{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":0}}"#, "1", true), ("false", "1", false),
        ("true", "1", true),
    ])
    func keyword_decides(_ schema: String, _ value: String, _ fits: Bool) throws {
        #expect(try faults(schema, value).isEmpty == fits)
    }

    @Test func faults_haveAPointerEach() throws {
        let schema = #"""
            {"type":"object","required":["a","b"],"additionalProperties":{"type":"string"},
             "properties":{"a":{"type":"array","items":{"$ref":"#/$defs/card"}},"gone":false},
             "$defs":{"card":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}}}
            """#
        let found = try faults(schema, #"{"a":[{"n":1},{"n":"x"},{}],"gone":1,"x":2}"#)
        #expect(found == ["/b", "/a/1/n", "/a/2/n", "/gone", "/x"])
    }

    @Test func faults_areAtMostAHundred() throws {
        let value = "[" + Array(repeating: "1", count: 500).joined(separator: ",") + "]"
        #expect(try faults(#"{"items":{"type":"string"}}"#, value).count == 100)
    }

    @Test func aSchemaThatRefersToItself_ends() throws {
        #expect(try faults(##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}"##, "1") == [])
    }

    @Test(arguments: [
        #"{"contains":{}}"#, #"{"properties":{"a":{"uniqueItems":true}}}"#, #"{"type":"text"}"#,
        ##"{"$ref":"#/$defs/none"}"##,
        #"{"$ref":"https://example.com"}"#, #"{"pattern":"("}"#, #"{"format":"email"}"#, #"{"minItems":-1}"#,
        #"{"required":[1]}"#,
        "1",
    ])
    func aSchemaWithAnythingElse_isRefused(_ schema: String) throws {
        let json = try JSONValue(parsing: schema)
        #expect(throws: PublishingError.self) { try JSONSchema(json) }
    }
}
