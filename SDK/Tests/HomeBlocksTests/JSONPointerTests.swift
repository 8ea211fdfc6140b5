import HomeBlocks
import Testing

@Suite(.timeLimit(.minutes(1))) struct JSONPointerTests {
    @Test func pointer_isWrittenWithEscapes_andParsed() throws {
        let pointer = JSONPointer(["a/b", "m~n", "0"])
        #expect(pointer.description == "/a~1b/m~0n/0")
        #expect(JSONPointer(parsing: "/a~1b/m~0n/0") == pointer)
        #expect(JSONPointer(parsing: "") == JSONPointer())
        #expect(JSONPointer(parsing: "a") == nil)
    }

    @Test(arguments: ["/a~", "/~", "/a~2b", "/~~0", "/~/a", "/a/b~x", "/~\u{301}", "a", " /a", "~0"])
    func anInvalidPointer_isNotParsed(_ text: String) { #expect(JSONPointer(parsing: text) == nil) }

    @Test(arguments: [("/~01", "~1"), ("/~10", "/0"), ("/~0~1~0", "~/~"), ("/~00", "~0")])
    func escapes_areDecodedOnce(_ text: String, _ name: String) {
        #expect(JSONPointer(parsing: text)?.tokens == [name])
    }

    /// A combining mark forms one character with the preceding scalar, including a slash or a tilde.
    @Test(arguments: ["\u{301}", "~\u{301}", "/\u{301}a", "a~\u{301}/", "~1", "~"])
    func anyName_canBeWrittenAndParsed(_ name: String) {
        let pointer = JSONPointer([name, "b"])
        #expect(JSONPointer(parsing: pointer.description) == pointer)
        #expect(pointer.description.utf8.elementsEqual("/\(Self.escaped(name))/b".utf8))
    }

    private static func escaped(_ name: String) -> String {
        name.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
    }

    @Test func value_isFoundByPointer() throws {
        let value: JSONValue = ["a": [1, ["b": "c"]]]
        #expect(value[pointer: JSONPointer(["a", "1", "b"])] == "c")
        #expect(value[pointer: JSONPointer(["a", "2"])] == nil)
        #expect(value[pointer: JSONPointer(["a", "-1"])] == nil)
        #expect(value[pointer: JSONPointer(["a", "x"])] == nil)
    }
}
