import HomeBlocks
import Testing

@Suite(.timeLimit(.minutes(1))) struct JSONNumberTests {
    @Test(arguments: [
        ("1", 1), ("1.0", 1), ("1e3", 1000), ("-9223372036854775808", Int.min),
        ("9007199254740993", 9_007_199_254_740_993),
    ])
    func int_isExact(_ text: String, _ value: Int) throws {
        #expect(try JSONValue(parsing: text).int == value)
    }

    @Test(arguments: ["1.5", "9223372036854775808", "1e40", "1e-3"])
    func int_isNilForWhatFits64BitsNot(_ text: String) throws {
        #expect(try JSONValue(parsing: text).int == nil)
    }

    @Test func numbers_areEqualByValue() throws {
        #expect(try JSONValue(parsing: "1.0") == JSONValue(parsing: "1"))
        #expect(try JSONValue(parsing: "0.1") == JSONValue(parsing: "1e-1"))
        #expect(try JSONValue(parsing: "9007199254740993") != JSONValue(parsing: "9007199254740992"))
    }
}
