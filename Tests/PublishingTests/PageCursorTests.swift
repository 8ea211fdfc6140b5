import Publishing
import Testing

@Suite(.timeLimit(.minutes(1))) struct PageCursorTests {
    let order = ["A", "B", "C", "D", "E"]

    /// Walks to the end and returns each part's codes.
    func walk(limit: Int, hidden: Set<String> = []) throws -> [[String]] {
        var cursor = PageCursor(offset: 0, order: order)
        var parts: [[String]] = []
        while true {
            let part = cursor.next(limit) { !hidden.contains($0) }
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
        let part = PageCursor(offset: 0, order: order).next(2) { $0 != "B" }
        #expect(part.cursor.offset == 3)
        #expect(part.cursor.text == #"{"blockCodeOrderList":["A","B","C","D","E"],"offset":3}"#)
    }

    @Test(arguments: [
        "x", "{}", "null", #"{"offset":1}"#, #"{"offset":-1,"blockCodeOrderList":[]}"#,
        #"{"offset":1,"blockCodeOrderList":[]}"#, #"{"offset":0,"blockCodeOrderList":[1]}"#,
        #"{"offset":"0","blockCodeOrderList":[]}"#,
    ])
    func aCursorThatDoesNotParse_isMalformed(_ text: String) {
        let error = #expect(throws: PublishingError.self) { try PageCursor(parsing: text) }
        guard case .malformed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
