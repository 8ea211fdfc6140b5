import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Deleting history that does not have to be kept.
@Suite(.timeLimit(.minutes(1)), .everyEngine) struct PruningTests {
    let fixture: StoreFixture
    let store: any PageStore
    let time: TestClock
    let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() async throws {
        fixture = try await .withMall(by: ada)
        (store, time) = (fixture.store, fixture.time)
    }

    /// Makes a revision with another heading of a section, and therefore a new block version.
    func edit(_ title: String, _ request: ChangeContext? = nil) async throws {
        let operation = PageOperation.patch("wallet", ["content": ["title": .string(title)]])
        _ = try await store.change(PageChange("mall", .live, operation), request ?? ada)
    }

    func prune(_ retention: Retention) async throws -> Int {
        try await store.prune("mall", retention, by: .console)
    }

    func numbers() async throws -> [Int] {
        try await store.revisions("mall", ListRange(limit: 100), onlyReleased: false).elements.map(\.number)
    }

    func count(_ table: String) async throws -> Int64? {
        try await store.inspected().number("SELECT count(*) FROM \(table)")
    }

    @Test func theNewestStay_andContentOnlyOfOthersIsDeleted() async throws {
        let versions = try #require(try await count("block_versions"))
        for index in 1...8 { try await edit("title \(index)") }
        let live = try await store.blockStates("mall", .live)
        #expect(try await prune(Retention(revisions: 2)) == 7)
        #expect(try await numbers() == [9, 8])
        #expect(try await store.blockStates("mall", .live) == live)
        #expect(try await count("trees") == 2)
        #expect(try await count("subtrees") == 2)
        #expect(try await count("block_versions") == versions + 1)
        #expect(try await count("orders") == 1)
        try await store.inspected().checkIntegrity()
        #expect(try await prune(Retention(revisions: 2)) == 0)
    }

    @Test func revisionsThatAgeDuringPruning_stay() async throws {
        for index in 1...5 { try await edit("title \(index)") }
        let start = try await store.pruningStart(of: "mall")
        #expect(start == PruningStart(newest: 6, at: time.clock.now))
        for index in 6...9 { try await edit("title \(index)") }
        time.advance(seconds: 10 * 86_400)
        #expect(try await store.prune("mall", Retention(days: 5), from: start, by: .console) == 0)
        #expect(try await store.prune("mall", Retention(revisions: 2), from: start, by: .console) == 4)
        #expect(try await store.prune("mall", Retention(revisions: 2), from: start, by: .console) == 0)
        #expect(try await numbers() == [10, 9, 8, 7, 6, 5])
        #expect(try await prune(Retention(revisions: 2)) == 4)
    }

    @Test func severalSteps_forgetTheSameAsOne_andEnd() async throws {
        for index in 1...8 { try await edit("title \(index)") }
        #expect(try await store.pruneAll("mall", Retention(revisions: 2), by: .console) == 7)
        #expect(try await numbers() == [9, 8])
        #expect(try await store.pruneAll("mall", Retention(revisions: 2), by: .console) == 0)
    }

    @Test func recentRevisions_stay_evenIfThereAreMany() async throws {
        for index in 1...3 { try await edit("old \(index)") }
        time.advance(seconds: 10 * 86_400)
        for index in 1...3 { try await edit("young \(index)") }
        #expect(try await prune(Retention(revisions: 1, days: 30)) == 0)
        #expect(try await prune(Retention(revisions: 5, days: 5)) == 2)
        #expect(try await prune(Retention(days: 5)) == 2)
        #expect(try await numbers() == [7, 6, 5])
    }

    @Test func theLiveRevision_stays_atAnyAge() async throws {
        for index in 1...3 { try await edit("\(index)") }
        time.advance(seconds: 1000 * 86_400)
        #expect(try await prune(Retention(days: 1)) == 3)
        #expect(try await numbers() == [4])
        #expect(try await store.blockState("wallet", of: "mall", .live).block.content["title"] == "3")
    }

    @Test func withoutARule_nothingIsForgotten() async throws {
        for index in 1...3 { try await edit("\(index)") }
        time.advance(seconds: 1000 * 86_400)
        #expect(try await prune(Retention()) == 0)
        #expect(try await numbers().count == 4)
    }

    @Test func manyAreForgotten_inSteps() async throws {
        let most = Retention.maximumAtOnce
        for index in 0..<(most + 20) {
            let code = index.isMultiple(of: 2) ? "otc" : "wallet"
            _ = try await store.change(PageChange("mall", .live, .order(.moves([Move(code, to: .start)]))), ada)
        }
        #expect(try await prune(Retention(revisions: 1)) == most)
        #expect(try await prune(Retention(revisions: 1)) > 0)
        #expect(try await prune(Retention(revisions: 1)) == 0)
        try await store.inspected().checkIntegrity()
    }

    @Test func theMoreBlocksAreDeleted_theFewerRevisionsAreDeletedAtOnce() async throws {
        let ad = try #require(try Project.page("mall").blocks.first { $0.showType == "MALL_AD" })
        let blocks = (0..<400).map { index in
            var block = ad
            block.blockCode = "ad\(index)"
            return block
        }
        _ = try await store.importPage(
            PageImport(page: "long", document: PageDocument(data: [:], blocks: blocks)), ada)
        for index in 1...40 {
            let operation = PageOperation.patch("ad0", ["content": ["title": .string("\(index)")]])
            _ = try await store.change(PageChange("long", .live, operation), ada)
        }
        #expect(try await store.prune("long", Retention(revisions: 1), by: .console) == 25)
        #expect(try await store.prune("long", Retention(revisions: 1), by: .console) == 15)
    }

    @Test func aClockThatRanAhead_andIsCorrected_leavesThePageIntact() async throws {
        let start = time.clock.now
        try await edit("planned")
        _ = try await store.change(
            PageChange("mall", .draft, .patch("wallet", ["content": ["title": "later"]])), ada)
        _ = try await store.publish("mall", Publication(at: start.adding(seconds: 600)), ada)
        let live = try await store.revision("mall", .live).number
        time.advance(seconds: 900)
        #expect(try await store.revision("mall", .live).number > live)
        _ = try await prune(Retention(revisions: 1))
        time.advance(seconds: -900)
        #expect(try await store.revision("mall", .live).number == live)
        try await store.inspected().checkIntegrity()
    }

    @Test func theAuditLog_hasWhoPruned_andHowMuch() async throws {
        for index in 1...3 { try await edit("\(index)") }
        _ = try await prune(Retention(revisions: 1))
        let line = try await store.inspected().text(
            "SELECT actor || after FROM audit WHERE action = 'page.prune'")
        #expect(line == #"command line{"days":0,"forgotten":3,"kept":1}"#)
    }

    @Test func responsesThatNoRetryCanRequest_areDeleted() async throws {
        try await edit("keyed", ChangeContext(ada.actor, idempotency: try Idempotency(key: "k", request: [1])))
        #expect(try await store.inspected().deleteOldResponses() == 0)
        time.advance(seconds: Idempotency.lifetime)
        #expect(try await store.inspected().deleteOldResponses() == 1)
        #expect(try await count("idempotency") == 0)
    }

    @Test func aMissingPage_isReported() async throws {
        await #expect(throws: PublishingError.self) {
            try await store.prune("none", Retention(revisions: 1), by: .console)
        }
    }
}
