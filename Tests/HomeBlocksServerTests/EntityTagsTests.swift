import Publishing
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct EntityTagsTests {
    @Test(arguments: [
        ("\"a\"", ["a"]), ("W/\"a\", \"b\"", ["a", "b"]), (" \"a\" ,, \"b\" ", ["a", "b"]), ("\"a,b\"", ["a,b"]),
        ("\"\"", [""]), ("\"\u{301}\", \"b\"", ["\u{301}", "b"]),
    ])
    func aList_isRead(_ text: String, _ opaque: [String]) throws {
        guard case .list(let tags) = try #require(EntityTags(parsing: text)) else {
            Issue.record("no list")
            return
        }
        #expect(tags.map { String($0.opaque) } == opaque)
    }

    @Test(arguments: ["", "a", "\"a", "a\"", "\"a\" \"b\"", "*x", "w/\"a\"", "\"a\u{7f}\"", "\"a b\""])
    func anythingElse_isRefused(_ text: String) { #expect(EntityTags(parsing: text) == nil) }

    /// The Kelvin sign is not the letter K, although strings with them compare as equal.
    @Test func tags_areComparedByteByByte() {
        #expect(EntityTags(parsing: "\"K\"")?.containsWeakly("K") == true)
        #expect(EntityTags(parsing: "\"\u{212A}\"")?.containsWeakly("K") == false)
    }

    @Test func star_matchesAnything() {
        #expect(EntityTags(parsing: " * ") == .any)
        #expect(EntityTags(parsing: "*")?.precondition == .exists)
    }

    @Test func preconditions_compareStrongly_andIgnoreCodings() {
        let tags = EntityTags(parsing: "W/\"a\", \"b-gzip\", \"c-br\", \"d\"")
        #expect(tags?.precondition == .matches(["b", "c", "d"].map(StateTag.init)))
    }
}
