import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Common sequences in which a draft, planned releases and live changes meet in one block or card.
@Suite(.timeLimit(.minutes(1)), .everyEngine) struct MergeStoriesTests {
    let fixture: StoreFixture
    let store: any PageStore
    let time: TestClock
    let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() async throws {
        fixture = try await .withMall(by: ada)
        (store, time) = (fixture.store, fixture.time)
    }

    @discardableResult
    func change(_ stage: Stage, _ operation: PageOperation) async throws -> ChangeOutcome {
        try await store.change(PageChange("mall", stage, operation), ada)
    }

    func publish(after seconds: Int? = nil) async throws -> ChangeOutcome {
        try await store.publish("mall", Publication(at: seconds.map(time.clock.now.adding)), ada)
    }

    func setTitle(_ code: String, _ title: String) -> PageOperation {
        .patch(code, ["content": ["title": .string(title)]])
    }

    func title(_ code: String, _ stage: Stage) async throws -> JSONValue? {
        try await store.blockState(code, of: "mall", stage).block.content["title"]
    }

    func conflicts() async throws -> [MergeConflict] {
        try #require(try await store.draftDifference("mall").draft).conflicts
    }

    func revisionCount() async throws -> Int? {
        try await store.metrics().pages.first { $0.slug == "mall" }?.revisions
    }

    func new(_ title: String) -> PageOperation {
        let list: JSONValue = [["id": 1, "title": "n", "imageUrl": "/a.svg", "url": "/b"]]
        let content: JSONObject = ["title": .string(title), "extInfo": ["list": list]]
        return .create(BlockResource(blockCode: "new", showType: "MALL_AD", content: content), .end)
    }

    @Test func aDraftThatEditsABlockWhichAPlanDeletes_keepsTheBlock_andSaysSo() async throws {
        try await change(.draft, .delete("wallet"))
        _ = try await publish(after: 10)
        try await change(.draft, setTitle("wallet", "draft"))
        time.advance(seconds: 10)

        #expect(try await store.revision("mall", .live).order.order.contains("wallet") == false)
        #expect(try await title("wallet", .draft) == "draft")
        let conflict = try #require(try await conflicts().first)
        #expect(conflict.blockCode == "wallet")
        #expect(conflict.kept == .existing)
        #expect(conflict.incoming == nil)
        #expect(conflict.existing?.object?["content"]?.object?["title"] == "draft")

        // Nothing is stuck: each of these once failed.
        try await change(.live, .order(.moves([Move("otc", to: .start)])))
        try await change(.live, setTitle("otc", "live"))
        try await change(.draft, setTitle("otc", "draft"))
        _ = try await store.restore("mall", number: 1, message: "", ada)
        _ = try await store.importPage(PageImport(page: "mall", document: try Project.page("mall")), ada)
        _ = try await publish()
        #expect(try await title("wallet", .live) == "draft")
    }

    @Test func aCancelledPlan_isNeverPublic_andALaterPlanOfTheSameNewBlockIs() async throws {
        try await change(.draft, new("first"))
        let first = try await publish(after: 10)
        try await change(.draft, new("second"))
        let second = try await publish(after: 20)
        let outcome = try await store.cancelRelease(first.release.id, of: "mall", ada)
        #expect(outcome.propagated.map(\.release) == [second.release.id])
        time.advance(seconds: 10)
        #expect(try await store.revision("mall", .live).order.order.contains("new") == false)
        time.advance(seconds: 10)
        #expect(try await title("new", .live) == "second")
    }

    @Test func aPlanThatRemovesABlock_whichALaterPlanEdits_isPublished_andTheLaterKeepsIt() async throws {
        try await change(.draft, setTitle("wallet", "friday"))
        let friday = try await publish(after: 20)
        try await change(.draft, .delete("wallet"))
        let thursday = try await publish(after: 10)
        let met = try #require(thursday.propagated.first { $0.release == friday.release.id }).conflicts
        #expect(met.map(\.blockCode) == ["wallet"])
        #expect(met.map(\.kept) == [.existing])
        time.advance(seconds: 10)
        #expect(try await store.revision("mall", .live).order.order.contains("wallet") == false)
        time.advance(seconds: 10)
        #expect(try await title("wallet", .live) == "friday")
    }

    @Test func aDraftThatEditsACardWhichAPlanDeletes_keepsTheCard_andReportsIt() async throws {
        try await change(.draft, .cards("middleAd", .remove(0)))
        _ = try await publish(after: 3)
        let items = JSONPointer(["extInfo", "list"])
        let ad = try await store.blockState("middleAd", of: "mall", .draft).block
        var cards = try #require(JSONValue.object(ad.content)[pointer: items]?.array)
        var first = try #require(cards[0].object)
        first["title"] = "edited"
        cards[0] = .object(first)
        try await change(.draft, .patch("middleAd", ["content": ["extInfo": ["list": .array(cards)]]]))
        time.advance(seconds: 3)

        let draft = try await store.blockState("middleAd", of: "mall", .draft).block
        let list = try #require(JSONValue.object(draft.content)[pointer: items]?.array)
        #expect(list.contains(.object(first)))
        let conflict = try #require(try await conflicts().first)
        #expect(conflict.pointer == "/content/extInfo/list/0")
        #expect(conflict.kept == .existing)
        #expect(conflict.existing == .object(first))
    }

    @Test func anOutdatedDraft_isReadWithoutBeingWritten_andKeepsItsValidatorsWhenStored() async throws {
        try await change(.draft, .patch("wallet", ["content": ["canClose": true]]))
        try await change(.draft, .order(.moves([Move("otc", to: .start)])))
        _ = try await publish(after: 10)
        try await change(.draft, setTitle("wallet", "draft"))
        try await change(.draft, .order(.moves([Move("broadcast", to: .start)])))
        time.advance(seconds: 10)

        let count = try await revisionCount()
        let blocks = try await store.blockStates("mall", .draft)
        let order = try await store.revision("mall", .draft).order
        #expect(try await revisionCount() == count)
        #expect(order.order.prefix(2) == ["otc", "broadcast"])
        let wallet = try #require(blocks.first { $0.block.blockCode == "wallet" })
        #expect(wallet.block.content["canClose"] == true)

        try await change(.draft, setTitle("middleAd", "stored"))
        let stored = try await store.blockStates("mall", .draft)
        for (before, after) in zip(blocks, stored) where before.block.blockCode != "middleAd" {
            #expect(before.tag == after.tag)
        }
        #expect(try await store.revision("mall", .draft).order.tag == order.tag)
    }

    @Test func aConflict_staysWithTheDraft_untilItsBlockIsChanged() async throws {
        try await change(.draft, setTitle("wallet", "draft"))
        try await change(.live, setTitle("wallet", "live"))
        #expect(try await conflicts().map(\.pointer) == ["/content/title"])
        #expect(try await conflicts().map(\.kept) == [.incoming])
        try await change(.draft, setTitle("otc", "draft"))
        #expect(try await conflicts().count == 1)
        try await change(.draft, setTitle("wallet", "draft again"))
        #expect(try await conflicts().isEmpty)
        try await change(.live, setTitle("wallet", "live again"))
        #expect(try await publish().propagated.flatMap(\.conflicts).map(\.existing) == ["draft again"])
    }

    @Test func theDifferencesTag_changesWithEverythingInItsBody() async throws {
        func state() async throws -> (tag: StateTag?, body: JSONObject) {
            let difference = try await store.draftDifference("mall")
            return (difference.draft?.differenceTag, difference.json)
        }
        func discard(_ tag: StateTag?) async throws {
            let request = ChangeContext(ada.actor, precondition: .matches([tag].compactMap(\.self)))
            _ = try await store.discardDraft("mall", request)
        }
        try await change(.draft, setTitle("wallet", "draft"))
        try await change(.draft, setTitle("otc", "draft"))
        var seen = [try await state()]
        try await change(.live, setTitle("wallet", "draft"))
        seen.append(try await state())
        _ = try await store.restore("mall", number: 1, message: "", ada)
        seen.append(try await state())
        #expect(Set(seen.map(\.tag)).count == 3)
        #expect(seen[1].body != seen[2].body)
        await #expect(throws: PublishingError.self) { try await discard(seen[1].tag) }
        try await discard(seen[2].tag)
    }
}
