import HomeBlocks
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct ListManagerTests {
    struct Failure: Error {}

    /// Requests whose end a test controls.
    actor Gate {
        private var waiting: [String: [CheckedContinuation<Result<[String], any Error>, Never>]] = [:]
        private var results: [String: [Result<[String], any Error>]] = [:]

        func request(_ name: String) async throws -> [String] {
            if let result = results[name]?.first {
                results[name]?.removeFirst()
                return try result.get()
            }
            return try await withCheckedContinuation { waiting[name, default: []].append($0) }.get()
        }

        func respond(to name: String, _ result: Result<[String], any Error>) {
            if waiting[name]?.isEmpty == false {
                waiting[name]?.removeFirst().resume(returning: result)
            } else {
                results[name, default: []].append(result)
            }
        }
    }

    let gate = Gate()
    let list = ListManager<String>()

    func part(_ name: String, startRequest: Bool = true) -> CollectionManager<String> {
        CollectionManager(name, startRequest: startRequest) { [gate] in try await gate.request(name) }
    }

    /// Waits until the list meets a condition.
    func until(_ condition: ([CollectionManager<String>]) -> Bool) async {
        for await parts in list.updates() where condition(parts) { return }
    }

    @Test func aLateResponse_doesNotMoveOtherParts() async {
        list.register([part("a"), part("b"), part("c")])
        await gate.respond(to: "c", .success(["3"]))
        await until { $0[2].items == ["3"] }
        #expect(list.collections.map(\.items) == [[], [], ["3"]])
        await gate.respond(to: "a", .success(["1", "1"]))
        await until { $0[0].items == ["1", "1"] }
        await gate.respond(to: "b", .success(["2"]))
        await list.finish()
        #expect(list.collections.map(\.id) == ["a", "b", "c"])
        #expect(list.collections.flatMap(\.items) == ["1", "1", "2", "3"])
    }

    @Test func aFailedPart_doesNotHideOthers_andKeepsItsItems() async {
        list.register([part("a"), part("b")])
        await gate.respond(to: "a", .success(["1"]))
        await gate.respond(to: "b", .failure(Failure()))
        await list.finish()
        #expect(list.collections.map(\.items) == [["1"], []])
        guard case .failed(let error) = list.collections[1].state else {
            Issue.record("\(list.collections[1].state)")
            return
        }
        #expect(error is Failure)
        list.refresh()
        await gate.respond(to: "a", .failure(Failure()))
        await gate.respond(to: "b", .success(["2"]))
        await list.finish()
        #expect(list.collections.map(\.items) == [["1"], ["2"]])
    }

    @Test func aPart_canWaitToBeStarted() async {
        list.register([part("a", startRequest: false), CollectionManager("own", items: ["x"])])
        await list.finish()
        guard case .waiting = list.collections[0].state else {
            Issue.record("\(list.collections[0].state)")
            return
        }
        list.start("a")
        await gate.respond(to: "a", .success(["1"]))
        await list.finish()
        #expect(list.collections.map(\.items) == [["1"], ["x"]])
        list.start("own")
        list.start("nobody")
        await list.finish()
        #expect(list.collections.map(\.items) == [["1"], ["x"]])
    }

    @Test func replacingAPart_keepsItsPosition_andDiscardsTheEarlierResponse() async {
        list.register([part("a"), part("b")])
        list.register([CollectionManager("a") { [gate] in try await gate.request("new a") }])
        await gate.respond(to: "a", .success(["old"]))
        await gate.respond(to: "b", .success(["2"]))
        await gate.respond(to: "new a", .success(["new"]))
        await list.finish()
        #expect(list.collections.map(\.id) == ["a", "b"])
        #expect(list.collections.map(\.items) == [["new"], ["2"]])
    }

    @Test func removingAPart_discardsItsResponse() async {
        list.register([part("a"), part("b")])
        list.remove("a")
        await gate.respond(to: "a", .success(["1"]))
        await gate.respond(to: "b", .success(["2"]))
        await list.finish()
        #expect(list.collections.map(\.id) == ["b"])
        list.removeAll()
        #expect(list.collections.isEmpty)
    }

    @Test func ofAPartRegisteredTwice_theLaterOneIsUsed() async {
        list.register([part("a"), part("a", startRequest: false)])
        await list.finish()
        guard list.collections.count == 1, case .waiting = list.collections[0].state else {
            Issue.record("\(list.collections)")
            return
        }
    }

    @Test func finish_canBeCancelled() async {
        list.register([part("a")])
        let waiting = Task { await list.finish() }
        waiting.cancel()
        await waiting.value
        #expect(list.collections[0].isLoading)
        await gate.respond(to: "a", .success([]))
        await list.finish()
    }

    @Test func arranging_keepsTheItems_andRequestsNothing() async {
        list.register([part("a"), part("b"), part("c"), part("d")])
        list.arrange(["c", "nobody", "a"])
        for name in ["a", "b", "c", "d"] { await gate.respond(to: name, .success([name])) }
        await list.finish()
        #expect(list.collections.map(\.id) == ["c", "a", "b", "d"])
        #expect(list.collections.flatMap(\.items) == ["c", "a", "b", "d"])
    }

    @Test func parts_areSectionsOfRows() throws {
        func part(_ name: String, _ items: [DemoItem]) -> CollectionManager<DemoItem> {
            CollectionManager(name, items: items)
        }
        func text(_ id: Int, _ text: String) throws -> DemoItem {
            .text(try DemoText(json: ["id": JSONValue(id), "text": .string(text)]))
        }
        let old = [part("a", [try text(1, "x")]), part("b", [])]
        let new = [part("b", []), part("a", [try text(1, "y")])]
        #expect(
            SectionedDifference(from: old, to: [old[0], part("b", [try text(2, "z")])]).insertedRows == [
                RowIndex(section: 1, row: 0)
            ])
        #expect(!SectionedDifference(from: old, to: new).isEmpty)
    }

    @Test func releasingAList_cancelsItsRequests() async {
        let cancelled = AsyncStream<Void>.makeStream()
        do {
            let list = ListManager<String>()
            let started = AsyncStream<Void>.makeStream()
            list.register([
                CollectionManager("a") {
                    started.continuation.finish()
                    let never = AsyncStream<Void> { _ in }
                    for await _ in never {}
                    if Task.isCancelled { cancelled.continuation.finish() }
                    return []
                }
            ])
            for await _ in started.stream {}
        }
        for await _ in cancelled.stream {}
    }
}
