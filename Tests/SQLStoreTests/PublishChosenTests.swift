import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Publishing some changes of a draft, and restoring old revisions into it.
@Suite(.timeLimit(.minutes(5)), .everyEngine) struct PublishChosenTests {
    let fixture: StoreFixture
    let store: any PageStore
    let time: TestClock
    let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() async throws {
        fixture = try await .withMall(by: ada)
        (store, time) = (fixture.store, fixture.time)
    }

    private func change(_ operation: PageOperation, on page: String = "mall", _ stage: Stage = .draft) async throws {
        _ = try await store.change(PageChange(page, stage, operation), ada)
    }

    private func title(_ code: String, _ text: String) -> PageOperation {
        .patch(code, ["content": ["title": .string(text)]])
    }

    private func read(_ code: String, _ stage: Stage) async throws -> JSONValue? {
        try await store.blockState(code, of: "mall", stage).block.content["title"]
    }

    private func order(_ stage: Stage, of page: String = "mall") async throws -> [String] {
        try await store.revision(page, stage).order.order
    }

    private func publish(_ only: ChangeSelection?, at instant: Instant? = nil, of page: String = "mall") async throws {
        _ = try await store.publish(page, Publication(at: instant, only: only), ada)
    }

    @Test func theRest_staysInTheDraft_withItsValidators_andIsPublishedLater() async throws {
        try await change(title("wallet", "one"))
        try await change(title("otc", "two"))
        try await change(.order(.moves([Move("middleAd", to: .start)])))
        let before = try await order(.live)
        let edited = try await store.blockState("otc", of: "mall", .draft)
        try await publish(ChangeSelection(blocks: ["wallet"]))
        #expect(try await read("wallet", .live) == "one")
        #expect(try await read("otc", .live) != "two")
        #expect(try await order(.live) == before)
        let difference = try await store.draftDifference("mall")
        #expect(difference.difference.blocks.map(\.code) == ["otc"])
        #expect(difference.draft?.base == difference.against)
        #expect(try await store.blockState("otc", of: "mall", .draft) == edited)

        try await publish(ChangeSelection(order: true))
        #expect(try await order(.live).first == "middleAd")
        #expect(try await read("otc", .live) != "two")
        try await publish(nil)
        #expect(try await read("otc", .live) == "two")
        #expect(try await store.blockState("otc", of: "mall", .live) == edited)
        #expect(try await store.draftDifference("mall").draft == nil)
    }

    @Test func choosingAllChanges_leavesNoDraft() async throws {
        try await change(title("wallet", "one"))
        try await publish(ChangeSelection(blocks: ["wallet"]))
        #expect(try await store.page("mall").hasDraft == false)
    }

    @Test func aDryRun_returnsTheReleaseAndKeepsTheDraft() async throws {
        try await change(title("wallet", "one"))
        let live = try await store.revision("mall", .live).tag
        let tried = try await store.publish(
            "mall", Publication(only: ChangeSelection(blocks: ["wallet"]), isDryRun: true), ada)
        #expect(tried.release.state == .live)
        #expect(try await store.revision("mall", .live).tag == live)
        #expect(try await store.page("mall").hasDraft)
    }

    @Test func aPlannedChoice_isInTheDraftAgainOnceItIsLive() async throws {
        try await change(title("wallet", "one"))
        try await change(title("otc", "two"))
        let instant = time.clock.now.adding(seconds: 100)
        try await publish(ChangeSelection(blocks: ["wallet"]), at: instant)
        #expect(try await read("wallet", .live) != "one")
        #expect(try await read("wallet", .draft) != "one")
        #expect(try await read("otc", .draft) == "two")
        // Publishing now does not publish the planned change.
        try await change(title("marquee", "three"))
        try await publish(ChangeSelection(blocks: ["marquee"]))
        #expect(try await read("wallet", .live) != "one")
        time.advance(seconds: 100)
        #expect(try await read("wallet", .live) == "one")
        #expect(try await read("marquee", .live) == "three")
        #expect(try await read("wallet", .draft) == "one")
        #expect(try await store.draftDifference("mall").difference.blocks.map(\.code) == ["otc"])
    }

    @Test func conflictsOfRemainingChanges_stayOpen() async throws {
        try await change(title("wallet", "draft"))
        try await change(title("otc", "draft"))
        try await change(title("wallet", "live"), .live)
        try await change(title("otc", "live"), .live)
        try await change(.patch("wallet", ["enabled": false]))
        try await change(.patch("otc", ["enabled": false]))
        try await change(title("marquee", "draft"))
        try await change(title("marquee", "live"), .live)
        let open = try await store.draftDifference("mall").draft?.conflicts.compactMap(\.blockCode)
        #expect(open == ["marquee"])
        try await publish(ChangeSelection(blocks: ["otc"]))
        #expect(try await store.draftDifference("mall").draft?.conflicts.compactMap(\.blockCode) == ["marquee"])
        let outcome = try await store.publish("mall", Publication(only: ChangeSelection(blocks: ["wallet"])), ada)
        #expect(outcome.propagated.isEmpty)
    }

    @Test func randomDrafts_publishedInSteps_makeTheSamePageAsPublishedAtOnce() async throws {
        for (slug, source) in [("one", "mall"), ("two", "mall")] {
            _ = try await store.createPage(PagePlan(json: ["page": .string(slug), "copyOf": .string(source)]), ada)
        }
        var generator = SeededGenerator(seed: 7)
        for round in 0..<8 {
            let codes = try await order(.live, of: "one")
            for _ in 0..<Int.random(in: 2...5, using: &generator) {
                let code = try #require(codes.randomElement(using: &generator))
                let operation: PageOperation =
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: .order(.moves([Move(code, to: .position(Int.random(in: 2..<5, using: &generator)))]))
                    case 1: .patch(code, ["enabled": .bool(Bool.random(using: &generator))])
                    default: .patch(code, ["content": ["title": .string("\(round) \(code)")]])
                    }
                for page in ["one", "two"] {
                    // A pinned block cannot be moved; then it is moved on neither page.
                    do { try await change(operation, on: page) } catch PublishingError.invalid {}
                }
            }
            guard try await store.page("one").hasDraft else { continue }
            try await publish(nil, of: "two")
            while let draft = try await store.draftDifference("one").draft {
                let difference = try await store.draftDifference("one").difference
                if difference.isEmpty {
                    _ = try await store.discardDraft("one", ada)
                    break
                }
                let all = ChangeSelection(allOf: difference)
                let blocks = all.blocks.filter { _ in Bool.random(using: &generator) }
                let some = ChangeSelection(blocks: blocks, order: all.order && Bool.random(using: &generator))
                try await publish(some == ChangeSelection() ? all : some, of: "one")
                #expect(draft.conflicts.isEmpty)
            }
            let (one, two) = (try await store.revision("one", .live), try await store.revision("two", .live))
            #expect(one.order.order == two.order.order)
            let blocks = try await (store.blockStates("one", .live), store.blockStates("two", .live))
            #expect(blocks.0.map(\.block) == blocks.1.map(\.block))
        }
        try await store.inspected().checkIntegrity()
    }

    // MARK: Restoring into the draft

    @Test func aRevision_isRestoredIntoTheDraft_wholeOrInPart_andLiveStays() async throws {
        let old = try await store.revision("mall", .live)
        let before = try await (
            store.blockState("wallet", of: "mall", .live), store.blockState("otc", of: "mall", .live)
        )
        try await change(title("wallet", "new"), .live)
        try await change(title("otc", "new"), .live)
        try await change(.order(.moves([Move("middleAd", to: .start)])), .live)
        let live = try await store.revision("mall", .live).tag

        let outcome = try await store.restoreIntoDraft(
            "mall", DraftRestoration(revision: old.number, only: ChangeSelection(blocks: ["wallet"])), ada)
        #expect(outcome.data["base"]?.int == (try await store.revision("mall", .live).number))
        #expect(try await store.blockState("wallet", of: "mall", .draft) == before.0)
        #expect(try await read("otc", .draft) == "new")
        #expect(try await order(.draft).first == "middleAd")

        _ = try await store.restoreIntoDraft("mall", DraftRestoration(revision: old.number), ada)
        #expect(try await store.blockState("otc", of: "mall", .draft) == before.1)
        #expect(try await store.revision("mall", .draft).order.tag == old.order.tag)
        #expect(try await store.revision("mall", .live).tag == live)
        try await publish(nil)
        #expect(try await order(.live) == old.order.order)
        try await store.inspected().checkIntegrity()
    }

    @Test func changesThatTheDraftAlreadyHas_areNotRestored() async throws {
        let live = try await store.revision("mall", .live)
        await #expect(throws: PublishingError.self) {
            _ = try await store.restoreIntoDraft("mall", DraftRestoration(revision: live.number), ada)
        }
        #expect(try await store.page("mall").hasDraft == false)
    }

    // MARK: The history of a block

    @Test func theHistoryOfABlock_hasOnlyRevisionsThatChangedIt() async throws {
        try await change(title("wallet", "one"), .live)
        let one = try await store.revision("mall", .live).number
        try await change(title("otc", "other"), .live)
        try await change(.order(.moves([Move("middleAd", to: .start)])), .live)
        try await change(.delete("wallet"), .live)
        let gone = try await store.revision("mall", .live).number
        let range = try ListRange(limit: 100)
        let found = try await store.revisions("mall", range, onlyReleased: false, changing: "wallet").elements
        #expect(found.map(\.number) == [gone, one, 1])
        let none = try await store.revisions("mall", range, onlyReleased: false, changing: "nothing").elements
        #expect(none.isEmpty)
    }
}
