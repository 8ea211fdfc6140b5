import HomeBlocks
import Publishing
import Testing

@Suite(.timeLimit(.minutes(1))) struct JSONSchemaTests {
    func issues(_ schema: String, _ value: String) throws -> [String] {
        try JSONSchema(JSONValue(parsing: schema)).issues(in: JSONValue(parsing: value)).map(\.pointer.description)
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
        (#"{"contains":{"const":1}}"#, "[2]", false), (#"{"contains":{"const":1}}"#, "[2,1]", true),
        (#"{"contains":{"const":1}}"#, "[]", false), (#"{"contains":{"const":1}}"#, "2", true),
        (#"{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":0}}"#, #""""#, false),
        (#"{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":0}}"#, "1", true), ("false", "1", false),
        ("true", "1", true),
    ])
    func keyword_decides(_ schema: String, _ value: String, _ fits: Bool) throws {
        #expect(try issues(schema, value).isEmpty == fits)
    }

    @Test func issues_haveAPointerEach() throws {
        let schema = #"""
            {"type":"object","required":["a","b"],"additionalProperties":{"type":"string"},
             "properties":{"a":{"type":"array","items":{"$ref":"#/$defs/card"}},"gone":false},
             "$defs":{"card":{"type":"object","required":["n"],"properties":{"n":{"type":"integer"}}}}}
            """#
        let found = try issues(schema, #"{"a":[{"n":1},{"n":"x"},{}],"gone":1,"x":2}"#)
        #expect(found == ["/b", "/a/1/n", "/a/2/n", "/gone", "/x"])
    }

    /// Apps read a number with a fraction or an exponent as floating-point with 53 bits of precision.
    @Test(arguments: [
        ("9223372036854775807", true), ("-9223372036854775808", true), ("7.0", true), ("-1.5e3", true),
        ("9007199254740991.0", true), ("9007199254740992.0", false), ("-9007199254740992e0", false),
        ("9223372036854775807.0", false), ("9223372036854775807e0", false), ("9e18", false),
    ])
    func anInteger_hasAtMost53Bits_whenItIsWrittenAsAFraction(_ text: String, _ isInteger: Bool) throws {
        let value = try JSONValue(parsing: text)
        let reasons = try JSONSchema(["type": "integer"]).issues(in: value).map(\.reason)
        #expect(
            reasons == (isInteger ? [] : ["must be of type integer: write it without a fraction or an exponent"]))
        #expect(try JSONSchema(["type": "number"]).issues(in: value).isEmpty)
    }

    @Test func issues_areAtMostAHundred() throws {
        let value = "[" + Array(repeating: "1", count: 500).joined(separator: ",") + "]"
        #expect(try issues(#"{"items":{"type":"string"}}"#, value).count == 100)
    }

    @Test func aSchemaThatRefersToItself_ends() throws {
        #expect(try issues(##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}"##, "1") == [])
    }

    /// Both keywords apply; bounds are exact; strings and names are compared by their bytes.
    @Test(arguments: [
        (#"{"const":1,"enum":[1,2]}"#, "1", true), (#"{"const":1,"enum":[1,2]}"#, "2", false),
        (#"{"enum":[1,2],"const":3}"#, "1", false), (#"{"enum":[1,2],"const":3}"#, "3", false),
        (#"{"maximum":9007199254740992}"#, "9007199254740993", false),
        (#"{"minimum":9007199254740993}"#, "9007199254740992", false),
        (#"{"maximum":9007199254740993}"#, "9007199254740993.0", true),
        (#"{"minimum":-9007199254740993}"#, "-9007199254740994", false),
        (#"{"maximum":1e300}"#, "1e299", true), (#"{"maximum":0.1}"#, "0.10000000000000000001", false),
        (#"{"minimum":0}"#, "-0.0", true), (#"{"minimum":0}"#, "-1e-300", false),
        (#"{"const":1.00}"#, "1", true),
        (#"{"const":12345678901234567890123456789012345678901}"#, "12345678901234567890123456789012345678902", false),
        (#"{"type":"integer"}"#, "1.00000000000000000000000000000000000000000000001", false),
        (#"{"enum":["caf\u00e9"]}"#, #""cafe\u0301""#, false), (#"{"const":"caf\u00e9"}"#, #""caf\u00e9""#, true),
        (#"{"const":"caf\u00e9"}"#, #""cafe\u0301""#, false), (#"{"enum":["K"]}"#, #""\u212a""#, false),
        (#"{"required":["caf\u00e9"]}"#, #"{"cafe\u0301":1}"#, false),
        (#"{"properties":{"caf\u00e9":false}}"#, #"{"cafe\u0301":1}"#, true),
        (#"{"properties":{"caf\u00e9":{}},"additionalProperties":false}"#, #"{"cafe\u0301":1}"#, false),
    ])
    func aValue_isJudgedExactly(_ schema: String, _ value: String, _ fits: Bool) throws {
        #expect(try issues(schema, value).isEmpty == fits)
    }

    /// The semantics of ECMA-262 with the flag `u`.
    @Test(arguments: [
        ("^.$", "e\u{301}", false), ("^..$", "e\u{301}", true), ("^.$", "😀", true), ("^.$", "\n", false),
        ("^.$", "\r\n", false),
        ("^.$", "\u{85}", true), ("^.$", "\u{2028}", false), ("^[^a]$", "\n", true), ("^\\d$", "٣", false),
        ("^\\d$", "3", true),
        ("^\\D$", "٣", true), ("^\\w+$", "aZ_9", true), ("^\\w$", "é", false), ("^\\W$", "é", true),
        ("^\\s$", "\u{FEFF}", true),
        ("^\\s$", "\u{85}", false), ("^\\s\\s$", "\r\n", true), ("^\\S$", "\u{85}", true), ("^a$", "a\n", false),
        ("^a", "b\na", false),
        ("é", "e\u{301}", false), ("e", "e\u{301}", true), ("\u{212B}", "Å", false), ("^[e\u{301}]$", "\u{301}", true),
        ("^[\\d\\-x]+$", "1-x", true), ("^[\\D]$", "1", false), ("^[^\\D]$", "1", true), ("^[^\\s\\d]$", " ", false),
        ("^[a-]$", "-", true), ("^[.*+?()]$", "*", true), ("^\\.\\/\\-\\$$", "./-$", true),
        ("^\\u0041\\x42\\u{43}$", "ABC", true),
        ("^\\ud83d\\ude00$", "😀", true), ("^[\\u4e00-\\u9fff]{2,3}$", "官方", true), ("^\\p{Script=Han}+$", "官方", true),
        ("^\\p{Lu}\\P{Lu}$", "Aa", true), ("^(?:a|b)*?c{2}$", "abacc", true), ("^(?=.*x)(?!y).*$", "zx", true),
        ("^(?=.*x)(?!y).*$", "yx", false), ("^(a|(b))?$", "", true), ("^a{0}$", "", true), ("^a{2,}$", "a", false),
        ("", "x", true),
        ("^\\t\\n\\v\\f\\r$", "\t\n\u{B}\u{C}\r", true),
    ])
    func aPattern_matchesAsInECMAScript(_ pattern: String, _ text: String, _ fits: Bool) throws {
        let schema = JSONValue.object(["pattern": .string(pattern)])
        #expect(try JSONSchema(schema).issues(in: .string(text)).isEmpty == fits)
    }

    @Test(arguments: [
        "(", ")", "a)", "[", "[]", "[^]", "]", "}", "{", "a{", "a{2", "a{3,2}", "a{,2}", "a{1001}",
        "a{99999999999999999999}", "*", "a**",
        "a*+", "a???", "^*", "(?=a)*", "(?<=a)b", "(?<!a)b", "(?<n>a)", "(?i)a", "(?>a)", "(?", "\\", "\\b", "\\B",
        "\\1", "\\k<n>", "\\0", "\\cA",
        "\\q", "\\u", "\\u12", "\\u{110000}", "\\u{}", "\\ud800", "\\x4", "[z-a]", "[\\d-z]", "[a-\\d]", "[a", "\\p",
        "\\p{X}",
        "\\p{Script=Nowhere}", "\\p{Emoji}", "\\R", "\\A", "\\h",
    ])
    func aPatternThatIsNone_orNotSupported_isRefusedWithAPointer(_ pattern: String) {
        refused(["properties": ["a": ["pattern": .string(pattern)]]], "/properties/a/pattern")
    }

    @Test(arguments: [
        ("/a/b.svg?x=1#y", true), ("", true), ("a", true), ("../a", true), ("?q", true), ("#f", true), ("//h/p", true),
        ("//h:80/p", true),
        ("//u:p@h:80", false), ("https://[2001:db8::1]:443/x", true), ("https://h", true),
        ("HTTPS://H/%E5%AE%98", true),
        ("a/b:c", true),
        ("./a:b", true), ("orpheus://x?a=b&c", true), ("homeblocks:x", true), ("//h:abc/p", false), ("/%zz", false),
        ("/%4", false),
        ("/a b", false), (" /a", false), ("\t/a", false), ("/a\n", false), ("a:b", false), (":a", false),
        ("1a:b", false), ("/a#b#c", false),
        ("/a[1]", false), ("//[::1", false), ("//[::1]x", false), ("//[x]", false), ("//a@b@c", false), ("/\\a", false),
        ("/a|b", false),
        ("/官方", false), ("//h:65535/p", true), ("//h:0/p", false), ("https://h:65536", false),
        ("https://h:99999/a", false),
        ("https://", false), ("https:///a", false), ("http:a", false), ("//", false), ("///a", false),
        ("https://h:/", false),
        ("https://a@h/", false), ("https://a:b@h/", false), ("https://-h.example/", false),
        ("https://h..example/", false),
        ("https://a_b.example/", true), ("https://127.0.0.1:8080/", true), ("https://1.2.3.4.5/", false),
        ("https://999.1.1.1/", false), ("https://[::g]/", false), ("https://[1::2::3]/", false),
        ("https://h%41/", false),
        ("orpheus://a@b:99999", true), ("orpheus://", true), ("orpheus://%E6%AD%8C/1", true), ("orpheus://歌单/1", false),
        ("javascript:x", false), ("JAVASCRIPT:x", false), ("file:///x", false), ("data:,x", false),
    ])
    func anAddress_isOneOfItsStandard_andHasAnAllowedScheme(_ text: String, _ fits: Bool) throws {
        let uri = JSONValue.object(["format": "uri-reference"])
        #expect(try JSONSchema(uri).issues(in: .string(text)).isEmpty == fits)
        let iri = JSONValue.object(["format": "iri-reference"])
        #expect(try JSONSchema(iri).issues(in: .string(text)).isEmpty == fits)
        // At the root, the setting is the layout's; below it, that of the address.
        let address: JSONValue = ["format": "uri-reference", "x-homeblocks": ["schemes": "web"]]
        let web: JSONValue = ["properties": ["a": address]]
        let isOfAnApp = text.hasPrefix("orpheus") || text.hasPrefix("homeblocks")
        #expect(try JSONSchema(web).issues(in: ["a": .string(text)]).isEmpty == (fits && !isOfAnApp))
    }

    /// An address that would be allowed if it were percent-encoded is rejected with a suggestion.
    @Test(arguments: [
        ("orpheus://歌单/1", "orpheus://%E6%AD%8C%E5%8D%95/1"), ("/a b[c]|d^e", "/a%20b%5Bc%5D%7Cd%5Ee"), (" /a\n", "/a"),
        ("/100%", "/100%25"), ("https://例子.cn/图.jpg", "https://xn--fsqu00a.cn/%E5%9B%BE.jpg"), ("/a#b#c", "/a#b%23c"),
        ("javascript:歌", nil), ("https://a@例子.cn/", nil), ("https://h:99999/歌", nil), ("https:\\\\h\\a", nil),
        ("a:歌", nil),
        ("ftp://h/x", nil), ("https://", nil),
    ])
    func anAddressThatIsNotEncoded_isRefusedWithItsEncodedForm(_ text: String, _ encoded: String?) throws {
        let issues = try JSONSchema(["format": "uri-reference"]).issues(in: .string(text))
        #expect(issues.map(\.suggestion) == [encoded.map { .string($0) }])
        #expect(encoded.map { issues[0].reason.hasSuffix(": \($0)") } ?? true)
    }

    @Test func aPictureThatIsNeverNull_isNotEmpty() throws {
        func issues(_ type: JSONValue, _ schemes: JSONValue) throws -> [String] {
            let address: JSONValue = ["type": type, "format": "uri-reference", "x-homeblocks": ["schemes": schemes]]
            return try JSONSchema(["properties": ["a": address]]).issues(in: ["a": ""]).map(\.reason)
        }
        #expect(try issues("string", "web") == ["must not be empty"])
        #expect(try issues(["string", "null"], "web") == [])
        #expect(try issues("string", "app") == [])
    }

    @Test func aFoldedField_isValidatedLikeAnyOther() throws {
        let schema = try JSONSchema(["required": ["a"], "properties": ["a": ["type": "integer", "x-fold": true]]])
        #expect(schema.issues(in: ["a": 1]).isEmpty)
        #expect(schema.issues(in: ["a": "1"]).map(\.pointer.description) == ["/a"])
        #expect(schema.issues(in: [:]).map(\.pointer.description) == ["/a"])
    }

    @Test func schemes_areAList() throws {
        #expect(AddressSchemes(web: ["https", "1"], app: []) == nil)
        #expect(AddressSchemes(web: [], app: ["shop:"]) == nil)
        let schemes = try #require(AddressSchemes(web: ["HTTPS"], app: []))
        let schema = try JSONSchema(["format": "uri-reference"])
        #expect(schema.issues(in: "https://h/", schemes: schemes).isEmpty)
        #expect(!schema.issues(in: "http://h/", schemes: schemes).isEmpty)
        #expect(!schema.issues(in: "orpheus://h/", schemes: schemes).isEmpty)
        #expect(schema.issues(in: "/h", schemes: schemes).isEmpty)
    }

    /// Schemas that would be evaluated differently from the standard.
    @Test(arguments: [
        (#"{"properties":{"a":{"$defs":{"b":{}}}},"$defs":{"b":false}}"#, "/properties/a/$defs"),
        (#"{"items":{"$id":"/x"}}"#, "/items/$id"), (#"{"minimum":2,"maximum":1}"#, "/minimum"),
        (#"{"minimum":9007199254740993,"maximum":9007199254740992}"#, "/minimum"),
        (#"{"minItems":2,"maxItems":1}"#, "/minItems"),
        (#"{"items":{"minLength":2,"maxLength":1}}"#, "/items/minLength"),
        (#"{"type":[]}"#, "/type"), (#"{"enum":[]}"#, "/enum"), (#"{"allOf":[]}"#, "/allOf"),
        (#"{"anyOf":[]}"#, "/anyOf"),
        (#"{"items":{"oneOf":[]}}"#, "/items/oneOf"),
        (#"{"items":{"x-homeblocks":{"schemes":"web"}}}"#, "/items/x-homeblocks"),
        (#"{"items":{"format":"uri-reference","x-homeblocks":{"schemes":"file"}}}"#, "/items/x-homeblocks"),
        (#"{"properties":{"a":{"x-fold":"yes"}}}"#, "/properties/a/x-fold"),
        (#"{"items":{"x-fold":false}}"#, "/items/x-fold"), (#"{"x-folded":true}"#, "/x-folded"),
    ])
    func aSchemaThatWouldBeJudgedWrongly_isRefusedWithAPointer(_ schema: String, _ pointer: String) throws {
        refused(try JSONValue(parsing: schema), pointer)
    }

    private func refused(_ schema: JSONValue, _ pointer: String) {
        let error = #expect(throws: PublishingError.self) { try JSONSchema(schema) }
        guard case .invalid(let input) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(input.issues.map(\.pointer.description) == [pointer])
    }

    @Test(arguments: [
        #"{"prefixItems":[]}"#, #"{"properties":{"a":{"uniqueItems":true}}}"#, #"{"type":"text"}"#,
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
