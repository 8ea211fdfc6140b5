import HomeBlocks
import Testing

@Suite struct JSONPointerTests {
    @Test func pointer_escapesAndReads() throws {
        let pointer = JSONPointer(["a/b", "m~n", "0"])
        #expect(pointer.description == "/a~1b/m~0n/0")
        #expect(JSONPointer(parsing: "/a~1b/m~0n/0") == pointer)
        #expect(JSONPointer(parsing: "") == JSONPointer())
        #expect(JSONPointer(parsing: "a") == nil)
    }

    @Test func value_isFoundByPointer() throws {
        let value: JSONValue = ["a": [1, ["b": "c"]]]
        #expect(value[pointer: JSONPointer(["a", "1", "b"])] == "c")
        #expect(value[pointer: JSONPointer(["a", "2"])] == nil)
        #expect(value[pointer: JSONPointer(["a", "-1"])] == nil)
        #expect(value[pointer: JSONPointer(["a", "x"])] == nil)
    }
}
