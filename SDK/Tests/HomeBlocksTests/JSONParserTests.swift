import HomeBlocks
import Testing

@Suite(.timeLimit(.minutes(1))) struct JSONParserTests {
    @Test(arguments: [
        #"{"a":[1,-2.50,1e3,"x"],"b":{"c":null,"d":true}}"#, #""\"\\\n\t""#, "[]", "{}", "0", "-0",
        "12345678901234567890123",
        #""纸船 😀""#, "9223372036854775807", "0.1234567890123456789012345678901234567",
    ])
    func parse_thenEncode_keepsEveryCharacter(_ text: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(String(decoding: value.encoded, as: UTF8.self) == text)
    }

    @Test func encode_ordersMembersByName() throws {
        let one = try JSONValue(parsing: #"{"b":1,"a":{"d":2,"c":3}}"#)
        let other = try JSONValue(parsing: #" { "a" : {"c":3,"d":2}, "b":1 } "#)
        #expect(one == other)
        #expect(String(decoding: one.encoded, as: UTF8.self) == #"{"a":{"c":3,"d":2},"b":1}"#)
    }

    @Test func parse_readsEscapes() throws {
        let value = try JSONValue(parsing: #""\u0041\ud83d\ude00\/\b\f\r\u001f""#)
        #expect(value.string == "A😀/\u{8}\u{c}\r\u{1f}")
        #expect(String(decoding: value.encoded, as: UTF8.self) == #""A😀/\u0008\u000c\r\u001f""#)
    }

    @Test(arguments: [
        ("", 0, "end of the text"), ("{", 1, "member"), ("[1,]", 3, "invalid JSON value"), (#"{"a" 1}"#, 5, "colon"),
        (#"{"a":1,"a":2}"#, 7, "duplicate"), ("\u{FEFF}1", 0, "invalid JSON value"), ("01", 1, "after the value"),
        ("1.", 2, "digit"),
        ("-", 1, "digit"),
        ("1e999", 0, "range"),
        (#""\ud800""#, 7, "surrogate"), (#""\udc00""#, 7, "surrogate"), (#""\x""#, 2, "escape"),
        ("\"\u{1}\"", 1, "control"),
        ("nul", 0, "invalid JSON value"), ("[1 2]", 3, "comma"), ("true false", 5, "after the value"),
        ("\"abc", 4, "unterminated"),
        (#""\u12""#, 3, "unterminated"), ("NaN", 0, "invalid JSON value"), ("'a'", 0, "invalid JSON value"),
    ])
    func parse_rejectsInvalidJSON_withTheOffset(_ text: String, _ offset: Int, _ reason: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
        #expect(error?.offset == offset)
        #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func parse_rejectsInvalidUTF8() {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test func parse_accepts64Levels_andRejects65() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        _ = try JSONValue(parsing: nested(64))
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: nested(65)) }
        #expect(error?.reason.contains("json.depth") == true)
    }

    @Test func parse_survivesEveryTruncation() throws {
        let text = Array(#"{"a":[1,-2.5e3,"\u00e9\\x",true,null],"b":{}}"#.utf8)
        for length in 0..<text.count {
            #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text.prefix(length)) }
        }
    }
}
