import Foundation
import HomeBlocks
import Testing

/// Two spellings of one word: an accented letter as a single scalar, and as a letter followed by a combining mark.
private let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")

@Suite(.timeLimit(.minutes(1))) struct JSONObjectTests {
    @Test func namesOfDifferentNormalForms_areDifferentMembers() throws {
        let text = #"{"\#(decomposed)":2,"\#(composed)":1}"#
        var object = try #require(try JSONValue(parsing: text).object)
        #expect(object.count == 2)
        #expect(object[composed] == 1)
        #expect(object[decomposed] == 2)
        #expect(object.filter { $0.value == 2 }.keys.map { Array($0.utf8) } == [Array(decomposed.utf8)])
        #expect(Array(JSONValue.object(object).encoded) == Array(text.utf8))

        object[composed] = nil
        #expect(object[composed] == nil)
        #expect(object[decomposed] == 2)
        #expect(object.merging([composed: 3], uniquingKeysWith: { $1 }).count == 2)
    }

    @Test func oneNameWithDifferentEscapes_isADuplicate() {
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: #"{"caf\u00e9":1,"café":2}"#) }
    }

    @Test func members_areWrittenInTheSameOrder_regardlessOfTheInput() throws {
        let names = ["b", composed, decomposed, "a\u{323}\u{307}", "a\u{307}\u{323}", "Å", "\u{212B}", "A\u{30A}"]
        func written(_ names: [String]) -> [UInt8] {
            JSONValue.object(JSONObject(names.map { ($0, 1) }, uniquingKeysWith: { $1 })).encoded
        }
        let expected = written(names)
        for _ in 0..<20 { #expect(written(names.shuffled()) == expected) }
        #expect(try JSONValue(parsing: expected).object?.count == names.count)
    }

    @Test func stringsOfDifferentNormalForms_areNotEqual() {
        #expect(JSONValue.string(composed) != .string(decomposed))
        #expect(JSONValue.string(composed) == .string("caf\u{E9}"))
        #expect(JSONValue.array([.string(composed)]) != [.string(decomposed)])
        #expect(JSONValue.object([composed: 1]) != [decomposed: 1])
    }

    @Test func aPointer_refersToTheMemberWithTheSameBytes() throws {
        let value: JSONValue = [composed: 1, decomposed: 2]
        #expect(value[pointer: JSONPointer([decomposed])] == 2)
        #expect(JSONPointer([composed]) != JSONPointer([decomposed]))
        #expect(Set([JSONPointer([composed]), JSONPointer([decomposed]), JSONPointer([composed])]).count == 2)
    }

    @Test func anObject_isACollectionOfItsMembers() {
        let object: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(object.count == 2 && !object.isEmpty && JSONObject().isEmpty)
        #expect(object.sortedByName.map(\.key) == ["a", "b"])
        #expect(object.sortedByName.map(\.value) == [3, 2])
        #expect(Set(object.indices.map { object[$0].key }) == ["a", "b"])
        #expect(Set(object.map(\.key)) == Set(object.keys))
    }

    @Test func anObject_canBeEncodedAndDecoded() throws {
        let value: JSONValue = [composed: ["n": 1]]
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
    }
}
