import HomeBlocks
import Publishing
import Testing

@Suite(.timeLimit(.minutes(1))) struct OrderChangeTests {
    let order = ["A", "B", "C", "D"]

    func refusal(_ change: OrderChange, pins: [String: Pin] = [:]) -> InvalidInput? {
        do throws(PublishingError) {
            _ = try change.applied(to: order, pins: pins)
            return nil
        } catch {
            if case .invalid(let input) = error { return input }
            return nil
        }
    }

    @Test func order_namesEachBlockOnce() throws {
        #expect(try OrderChange.order(["D", "C", "B", "A"]).applied(to: order) == ["D", "C", "B", "A"])
    }

    @Test func order_reportsAllIssuesAtOnce() throws {
        let input = try #require(refusal(.order(["A", "X", "A", "C", "X"])))
        #expect(input.missing == ["B", "D"])
        #expect(input.unknown == ["X"])
        #expect(input.duplicate == ["A"])
        #expect(input.issues.map(\.pointer.description) == ["/order/1", "/order/2", "/order/4", "/order", "/order"])
    }

    @Test func ranks_orderByValue_withGapsAndSuffixes() throws {
        let ranks = ["AIndex": 99, "B": -5, "CIndex": 7, "D": 8]
        #expect(try OrderChange.ranks(ranks).applied(to: order) == ["B", "C", "D", "A"])
    }

    @Test func ranks_preferABlockWhoseCodeEndsInIndex() throws {
        let order = ["A", "AIndex"]
        #expect(try OrderChange.ranks(["A": 2, "AIndex": 1]).applied(to: order) == ["AIndex", "A"])
    }

    @Test func ranks_refuseTiesMissingUnknownAndDouble() throws {
        #expect(refusal(.ranks(["A": 1, "B": 1, "C": 2, "D": 3]))?.issues.map(\.pointer.description) == ["/index/B"])
        let input = try #require(refusal(.ranks(["A": 1, "AIndex": 2, "X": 3, "B": 4])))
        #expect(input.duplicate == ["A"])
        #expect(input.unknown == ["X"])
        #expect(input.missing == ["C", "D"])
    }

    @Test(arguments: [
        ([Move("D", to: .before("A"))], ["D", "A", "B", "C"]),
        ([Move("A", to: .after("C"))], ["B", "C", "A", "D"]),
        ([Move("C", to: .start)], ["C", "A", "B", "D"]),
        ([Move("A", to: .end)], ["B", "C", "D", "A"]),
        ([Move("A", to: .position(3))], ["B", "C", "D", "A"]),
        ([Move("D", to: .position(0))], ["D", "A", "B", "C"]),
        ([Move("A", to: .position(0))], ["A", "B", "C", "D"]),
        ([Move("A", to: .end), Move("B", to: .after("A"))], ["C", "D", "A", "B"]),
        ([], ["A", "B", "C", "D"]),
    ])
    func moves_applyOneAfterTheOther(_ moves: [Move], _ expected: [String]) throws {
        #expect(try OrderChange.moves(moves).applied(to: order) == expected)
    }

    @Test(arguments: [
        (Move("X", to: .start), "/moves/0/block"), (Move("A", to: .before("X")), "/moves/0/before"),
        (Move("A", to: .after("A")), "/moves/0"), (Move("A", to: .position(4)), "/moves/0/to"),
        (Move("A", to: .position(-1)), "/moves/0/to"),
    ])
    func moves_thatCannotBeMade_areRefusedWithTheirPlace(_ move: Move, _ pointer: String) {
        #expect(refusal(.moves([move]))?.issues.map(\.pointer.description) == [pointer])
    }

    @Test(arguments: [
        (OrderChange.order(["D", "A", "B", "C"]), "/order/0"),
        (.ranks(["A": 1, "B": 2, "C": 3, "DIndex": 0]), "/index/DIndex"),
        (.moves([Move("D", to: .start)]), "/moves"),
    ])
    func pins_holdInEveryForm(_ change: OrderChange, _ pointer: String) {
        let input = refusal(change, pins: ["D": .last])
        #expect(input?.detail.contains("pinned") == true)
        #expect(input?.issues.map(\.pointer.description) == [pointer])
    }

    @Test func pins_allowChangesThatKeepThem() throws {
        let pins: [String: Pin] = ["D": .last, "A": .first]
        #expect(try OrderChange.order(["A", "C", "B", "D"]).applied(to: order, pins: pins) == ["A", "C", "B", "D"])
        #expect(refusal(.order(["B", "A", "C", "D"]), pins: pins) != nil)
    }

    @Test(arguments: [
        (#"{"order":["A"]}"#, OrderChange.order(["A"])),
        (#"{"index":{"AIndex":0,"B":99}}"#, .ranks(["AIndex": 0, "B": 99])),
        (
            #"{"moves":[{"block":"A","before":"B"},{"block":"C","after":"D"},{"block":"E","to":"end"},{"block":"F","to":3}]}"#,
            .moves([
                Move("A", to: .before("B")), Move("C", to: .after("D")), Move("E", to: .end),
                Move("F", to: .position(3)),
            ])
        ),
    ])
    func json_hasThreeForms(_ json: String, _ change: OrderChange) throws {
        #expect(try OrderChange(json: JSONValue(parsing: json)) == change)
        #expect(try change.json == JSONValue(parsing: json))
    }

    @Test(arguments: [
        ("[]", ""), ("{}", ""), (#"{"order":[],"moves":[]}"#, ""), (#"{"order":"A"}"#, "/order"),
        (#"{"order":["A",1]}"#, "/order/1"), (#"{"index":{"A":"1"}}"#, "/index/A"),
        (#"{"index":{"A":1.5}}"#, "/index/A"),
        (#"{"moves":[{"block":"A"}]}"#, "/moves/0"), (#"{"moves":[{"block":"A","to":"middle"}]}"#, "/moves/0"),
        (#"{"moves":[{"block":"A","before":"B","after":"C"}]}"#, "/moves/0"), (#"{"order":[],"x":1}"#, "/x"),
        (#"{"order":null}"#, "/order"),
    ])
    func json_ofAnotherForm_isRefusedWithItsPlace(_ json: String, _ pointer: String) throws {
        let value = try JSONValue(parsing: json)
        do throws(PublishingError) {
            _ = try OrderChange(json: value)
            Issue.record("taken: \(json)")
        } catch {
            guard case .invalid(let input) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(input.issues.map(\.pointer.description) == [pointer])
        }
    }

    @Test func moved_isTheFewestBlocks() {
        #expect(MovedBlocks.between(["A", "B", "C", "D"], ["D", "A", "B", "C"]) == ["D"])
        #expect(MovedBlocks.between(["A", "B", "C", "D"], ["B", "C", "D", "A"]) == ["A"])
        #expect(MovedBlocks.between(["A", "B"], ["A", "B"]) == [])
        #expect(MovedBlocks.between(["A", "B", "C"], ["C", "B", "A"]).count == 2)
        #expect(MovedBlocks.between([], []) == [])
    }
}
