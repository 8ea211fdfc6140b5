import Foundation
import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct PageCursorTests {
    let order = ["A", "B", "C", "D", "E"]

    /// Reads the page to its end, and returns each part's codes.
    func walk(limit: Int, hidden: Set<String> = []) throws -> [[String]] {
        var cursor = PageCursor(offset: 0, order: CursorOrder(order))
        var parts: [[String]] = []
        while true {
            let part = cursor.next(limit, of: order) { !hidden.contains($0) }
            parts.append(part.codes)
            cursor = try PageCursor(parsing: part.cursor.text)
            if !part.hasMore { return parts }
        }
    }

    @Test func walking_givesEachBlockOnce() throws {
        #expect(try walk(limit: 2) == [["A", "B"], ["C", "D"], ["E"]])
        #expect(try walk(limit: 5) == [["A", "B", "C", "D", "E"]])
        #expect(try walk(limit: 1000) == [["A", "B", "C", "D", "E"]])
    }

    @Test func hiddenBlocks_areConsumedButNotGiven_andMakeNoEmptyLastPart() throws {
        #expect(try walk(limit: 2, hidden: ["B", "E"]) == [["A", "C"], ["D"]])
        #expect(try walk(limit: 2, hidden: ["C", "D", "E"]) == [["A", "B"]])
        #expect(try walk(limit: 2, hidden: Set(order)) == [[]])
    }

    @Test func offset_countsCodes() {
        let part = PageCursor(offset: 0, order: CursorOrder(order)).next(2, of: order) { $0 != "B" }
        #expect(part.cursor.offset == 3)
        #expect(part.cursor.text == #"{"blockCodeOrderList":["A","B","C","D","E"],"offset":3}"#)
    }

    @Test(arguments: [
        "x", "{}", "null", #"{"offset":1}"#, #"{"offset":-1,"blockCodeOrderList":[]}"#,
        #"{"offset":1,"blockCodeOrderList":[]}"#, #"{"offset":0,"blockCodeOrderList":[1]}"#,
        #"{"offset":"0","blockCodeOrderList":[]}"#, #"{"offset":0,"blockCodeOrderList":["A","A"]}"#,
        #"{"offset":0,"order":""}"#, #"{"offset":0,"order":"AB"}"#, #"{"offset":0,"order":"AABCD="}"#,
        #"{"offset":2,"order":"AABCDE"}"#, #"{"offset":0,"order":"AABCDEABCDE"}"#, #"{"offset":0,"order":1}"#,
        #"{"offset":0,"order":"AABCDE","blockCodeOrderList":[]}"#, #"{"offset":0,"order":"é"}"#,
        #"{"offset":0,"order":"A"# + String(repeating: "ABCDE", count: 1001) + #""}"#,
    ])
    func aCursorThatDoesNotParse_isMalformed(_ text: String) {
        let error = #expect(throws: PublishingError.self) { try PageCursor(parsing: text) }
        guard case .malformed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func theLargestPage_isReadByGET() throws {
        let codes = (0..<1000).map { String(format: "%0128d", $0) }
        let text = PageCursor(offset: 1000, order: CursorOrder(codes)).text
        // The unreserved characters of RFC 3986 need no encoding in a query.
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        #expect(try #require(text.addingPercentEncoding(withAllowedCharacters: unreserved)).utf8.count < 5 << 10)
        #expect(try PageCursor(parsing: text).text == text)
        #expect(PageCursor(offset: 0, order: CursorOrder(codes)).next(1000, of: codes) { _ in true }.codes == codes)
    }

    @Test(arguments: 0..<100)
    func walking_whilePagesChange_neitherRepeatsNorLosesABlock(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let length = [1, 8, 60, 128].randomElement(using: &random) ?? 1
        let count = Int.random(in: 1...(length < 8 ? 30 : 400), using: &random)
        let first = (0..<count).map { String(format: "%0\(length)d", $0) }.shuffled(using: &random)
        var present = first
        var removed: Set<String> = []
        var cursor = PageCursor(offset: 0, order: CursorOrder(first))
        var read: [String] = []
        var hasMore = true
        for _ in 0...count where hasMore {
            let part = cursor.next(Int.random(in: 1...40, using: &random), of: present) { !removed.contains($0) }
            #expect(part.codes.allSatisfy { !removed.contains($0) })
            read += part.codes
            hasMore = part.hasMore
            cursor = try PageCursor(parsing: part.cursor.text)
            if Bool.random(using: &random), let gone = present.randomElement(using: &random) { removed.insert(gone) }
            present = present.filter { !removed.contains($0) } + ["new\(read.count)"]
            present.shuffle(using: &random)
        }
        #expect(!hasMore)
        // Removed blocks may have been read before.
        #expect(read == first.filter(Set(read).contains))
        #expect(Set(first).subtracting(read).isSubset(of: removed))
    }
}
