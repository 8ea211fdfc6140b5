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
    func int_isNil_ifTheValueDoesNotFit64Bits(_ text: String) throws {
        #expect(try JSONValue(parsing: text).int == nil)
    }

    @Test(arguments: [
        ("1", "1"), ("1.0", "1"), ("1E0", "1"), ("10e-1", "1"), ("0.1e+1", "1"), ("-0", "0"), ("0.00", "0"),
        ("0e9", "0"),
        ("1.50", "1.5"), ("-15e-1", "-1.5"), ("0.050", "0.05"), ("5e-2", "0.05"), ("1e3", "1000"), ("-1E3", "-1000"),
        ("9007199254740993.0", "9007199254740993"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("1e400", "1e400"), ("10e399", "1e400"), ("12e400", "1.2e401"), ("1e-400", "1e-400"), ("0.1e-399", "1e-400"),
    ])
    func equalNumbers_haveOneNormalizedText(_ text: String, _ normalized: String) throws {
        guard case .number(let number) = try JSONValue(parsing: text, limits: .lenient) else {
            Issue.record("\(text) is not a number")
            return
        }
        #expect(number.normalizedText == normalized)
        guard case .number(let same) = try JSONValue(parsing: normalized, limits: .lenient) else { return }
        #expect(same == number && same.normalizedText == normalized)
    }

    @Test func numbers_areEqualByValue() throws {
        #expect(try JSONValue(parsing: "1.0") == JSONValue(parsing: "1"))
        #expect(try JSONValue(parsing: "0.1") == JSONValue(parsing: "1e-1"))
        #expect(try JSONValue(parsing: "9007199254740993") != JSONValue(parsing: "9007199254740992"))
    }
}
