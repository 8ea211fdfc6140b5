import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Drafts and releases, and the effects of a change of one on the others.
@Suite(.timeLimit(.minutes(1)), .everyEngine) struct DraftAndReleaseTests {
    let fixture: StoreFixture
    let store: any PageStore
    let time: TestClock
    let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))
    let bo = ChangeContext(Actor(credential: "c2", name: "Bo", role: .admin))

    init() async throws {
        fixture = try await .withMall(by: ada)
        (store, time) = (fixture.store, fixture.time)
    }

    func change(
        _ stage: Stage, _ operation: PageOperation, by request: ChangeContext? = nil
    ) async throws -> ChangeOutcome {
        try await store.change(PageChange("mall", stage, operation), request ?? ada)
    }

    func order(_ stage: Stage) async throws -> [String] { try await store.revision("mall", stage).order.order }

    func title(_ code: String, _ stage: Stage) async throws -> JSONValue? {
        try await store.blockState(code, of: "mall", stage).block.content["title"]
    }

    func setTitle(_ code: String, _ title: String) -> PageOperation {
        .patch(code, ["content": ["title": .string(title)]])
    }

    func publish(after seconds: Int? = nil) async throws -> ChangeOutcome {
        try await store.publish("mall", Publication(at: seconds.map(time.clock.now.adding)), ada)
    }

    let toStart = { (code: String) in PageOperation.order(.moves([Move(code, to: .start)])) }

    @Test func validators_changeOnlyWithTheirResource_throughDraftAndPublishing() async throws {
        let before = try await store.blockStates("mall", .live)
        let order = try await store.revision("mall", .live).order
        _ = try await change(.draft, setTitle("wallet", "draft"))
        _ = try await change(.live, setTitle("otc", "live"))
        let edited = try await store.blockState("otc", of: "mall", .live)
        _ = try await publish()
        let after = try await store.blockStates("mall", .live)
        for (old, new) in zip(before, after) where !["wallet", "otc"].contains(old.block.blockCode) {
            #expect(old == new)
        }
        #expect(try await store.blockState("otc", of: "mall", .live) == edited)
        #expect(try await title("wallet", .live) == "draft")
        #expect(try await store.revision("mall", .live).order == order)
    }

    @Test func twoPlannedReleases_buildOnEachOther() async throws {
        _ = try await change(.draft, setTitle("wallet", "first"))
        let first = try await publish(after: 100)
        _ = try await change(.draft, setTitle("otc", "second"))
        #expect(try await title("wallet", .draft) != "first")
        _ = try await publish(after: 200)
        time.advance(seconds: 150)
        #expect(try await title("wallet", .live) == "first")
        #expect(try await title("otc", .live) != "second")
        time.advance(seconds: 50)
        #expect(try await title("wallet", .live) == "first")
        #expect(try await title("otc", .live) == "second")
        #expect(first.release.state == .pending)
    }

    @Test func aCancelledRelease_takesItsChangesOutOfLaterOnes() async throws {
        _ = try await change(.draft, setTitle("wallet", "first"))
        let first = try await publish(after: 100)
        _ = try await change(.draft, setTitle("otc", "second"))
        _ = try await publish(after: 200)
        let cancelled = try await store.cancelRelease(first.release.id, of: "mall", bo)
        #expect(cancelled.release.state == .cancelled)
        #expect(cancelled.release.cancelled?.by == "Bo")
        time.advance(seconds: 300)
        #expect(try await title("wallet", .live) != "first")
        #expect(try await title("otc", .live) == "second")
    }

    @Test func aReleasePutInBetween_isInTheLaterOneToo() async throws {
        _ = try await change(.draft, setTitle("wallet", "late"))
        let late = try await publish(after: 200)
        _ = try await change(.draft, toStart("otc"))
        let early = try await publish(after: 100)
        #expect(early.propagated.map(\.release) == [late.release.id])
        time.advance(seconds: 200)
        #expect(try await order(.live).first == "otc")
        #expect(try await title("wallet", .live) == "late")
    }

    @Test func aPlannedRelease_keepsItsIdThroughLiveChanges() async throws {
        _ = try await change(.draft, setTitle("wallet", "later"))
        let release = try await publish(after: 100).release
        for code in ["otc", "walletCard", "broadcast"] { _ = try await change(.live, toStart(code)) }
        let listed = try await store.releases("mall", ListRange()).elements
        #expect(listed.filter { $0.state == .pending }.map(\.id) == [release.id])
        #expect(listed.filter { $0.state == .cancelled }.isEmpty)
        #expect(Set(listed.map(\.id)).count == listed.count)
        #expect(try await store.cancelRelease(release.id, of: "mall", ada).release.id == release.id)
        await #expect(throws: PublishingError.self) { try await store.cancelRelease(release.id, of: "mall", ada) }
        time.advance(seconds: 200)
        #expect(try await order(.live).first == "broadcast")
        #expect(try await title("wallet", .live) != "later")
    }

    @Test func aDraft_getsTheChangesOfAReleaseThatTakesEffect() async throws {
        _ = try await change(.draft, toStart("otc"))
        _ = try await publish(after: 100)
        _ = try await change(.draft, setTitle("wallet", "draft"))
        time.advance(seconds: 100)
        #expect(try await order(.draft).first == "otc")
        #expect(try await title("wallet", .draft) == "draft")
        _ = try await publish()
        #expect(try await order(.live).first == "otc")
        #expect(try await title("wallet", .live) == "draft")
    }

    @Test func aRollback_removesChangesFromTheDraftAndThePlans() async throws {
        _ = try await change(.draft, setTitle("wallet", "planned"))
        _ = try await publish(after: 100)
        _ = try await change(.live, toStart("walletCard"))
        _ = try await change(.live, setTitle("broadcast", "rolled back"))
        _ = try await change(.draft, setTitle("otc", "draft"))
        let old = try Project.page("mall")
        let live = try await store.revision("mall", .live).number
        let outcome = try await store.restore("mall", number: 1, message: "back", ada)
        #expect(outcome.release.revision > live)
        #expect(outcome.propagated.flatMap(\.conflicts).isEmpty)
        #expect(outcome.propagated.count == 2)
        #expect(try await order(.draft) == old.order)
        #expect(try await title("broadcast", .draft) != "rolled back")
        #expect(try await title("otc", .draft) == "draft")
        #expect(try await store.draftDifference("mall").difference.blocks.map(\.code) == ["otc"])
        _ = try await publish()
        #expect(try await order(.live) == old.order)
        #expect(try await title("broadcast", .live) != "rolled back")
        time.advance(seconds: 100)
        #expect(try await title("wallet", .live) == "planned")
        #expect(try await title("otc", .live) == "draft")
        #expect(try await title("broadcast", .live) != "rolled back")
        #expect(try await order(.live) == old.order)
    }

    @Test func aRollback_thatTouchesAChangeOfTheDraft_isAConflict() async throws {
        _ = try await change(.live, setTitle("wallet", "rolled back"))
        _ = try await change(.draft, setTitle("wallet", "draft"))
        let outcome = try await store.restore("mall", number: 1, message: "", ada)
        let conflict = try #require(outcome.propagated.flatMap(\.conflicts).first)
        #expect(conflict.kept == .incoming)
        #expect(conflict.existing == "draft")
        // The draft is equal to live. Without it, nobody could read the operator's version.
        #expect(try await store.draftDifference("mall").draft?.conflicts == [conflict])
        #expect(try await store.page("mall").hasDraft)
    }

    @Test func aRollback_ofADraftThatEqualsLive_leavesNoDraft() async throws {
        _ = try await change(.draft, toStart("otc"))
        _ = try await change(.draft, setTitle("wallet", "draft"))
        _ = try await publish()
        _ = try await change(.draft, setTitle("broadcast", "draft"))
        _ = try await change(.live, setTitle("broadcast", "draft"))
        #expect(try await store.draftDifference("mall").draft == nil)
        _ = try await store.restore("mall", number: 1, message: "", ada)
        #expect(try await store.draftDifference("mall").draft == nil)
        await #expect(throws: PublishingError.self) { try await publish() }
    }

    @Test func aDraft_thatIsUndone_isRemoved_andValidatorsStay() async throws {
        let order = try await store.revision("mall", .live).order
        let before = try await store.blockStates("mall", .live)
        let title = try await title("wallet", .live)
        _ = try await change(.draft, setTitle("wallet", "draft"))
        _ = try await change(.draft, toStart("otc"))
        #expect(try await store.page("mall").hasDraft)
        let undone = try await change(.draft, .patch("wallet", ["content": ["title": title ?? .null]]))
        let wallet = before.first { $0.block.blockCode == "wallet" }
        #expect(undone.block == wallet?.block)
        #expect(undone.tag == wallet?.tag)
        #expect(try await store.page("mall").hasDraft)
        let last = try await change(.draft, .order(.order(order.order)))
        #expect(last.order == order.order)
        #expect(last.tag == order.tag)
        #expect(try await !store.page("mall").hasDraft)
        #expect(try await store.draftDifference("mall").draft == nil)
        #expect(try await store.blockStates("mall", .draft) == before)
        // A move that was undone, a live change and a rollback together leave no draft.
        _ = try await change(.live, setTitle("wallet", "live"))
        _ = try await store.restore("mall", number: 1, message: "", ada)
        #expect(try await store.draftDifference("mall").difference.isEmpty)
        #expect(try await !store.page("mall").hasDraft)
    }

    @Test func aDraft_thatEqualsANewRelease_isRemoved_andNotPublished() async throws {
        _ = try await change(.draft, setTitle("wallet", "both"))
        _ = try await change(.draft, setTitle("otc", "planned"))
        _ = try await publish(after: 100)
        _ = try await change(.draft, setTitle("wallet", "both"))
        let tag = try #require(try await store.draftDifference("mall").draft?.tag)
        time.advance(seconds: 100)
        #expect(try await store.draftDifference("mall").draft == nil)
        #expect(try await !store.page("mall").hasDraft)
        await #expect { try await publish() } throws: { if case PublishingError.notFound = $0 { true } else { false } }
        let request = ChangeContext(ada.actor, precondition: .matches([tag]))
        await #expect { try await store.publish("mall", Publication(), request) } throws: {
            if case PublishingError.changed = $0 { true } else { false }
        }
        _ = try await change(.draft, setTitle("broadcast", "draft"))
        #expect(try await store.draftDifference("mall").difference.blocks.map(\.code) == ["broadcast"])
    }

    @Test func aRestoreIntoTheDraft_mayRemoveIt() async throws {
        _ = try await change(.draft, setTitle("wallet", "draft"))
        let live = try await store.revision("mall", .live).number
        let outcome = try await store.restoreIntoDraft("mall", DraftRestoration(revision: live), ada)
        #expect(outcome.tag == nil)
        #expect(outcome.revision == live)
        #expect(outcome.data["etag"] == .null)
        #expect(try await store.draftDifference("mall").draft == nil)
    }

    @Test func plannedReleases_canGiveOneFieldTwoValues_inWhicheverOrderTheyArePlanned() async throws {
        for isLateFirst in [true, false] {
            let start = time.clock.now
            let plans = [("early \(isLateFirst)", 100), ("late \(isLateFirst)", 200)]
            for (words, seconds) in isLateFirst ? plans.reversed() : plans {
                _ = try await change(.draft, setTitle("wallet", words))
                _ = try await store.publish("mall", Publication(at: start.adding(seconds: seconds)), ada)
            }
            time.advance(seconds: 100)
            #expect(try await title("wallet", .live) == .string(plans[0].0))
            time.advance(seconds: 100)
            #expect(try await title("wallet", .live) == .string(plans[1].0))
        }
    }

    @Test func planningAndCancelling_leavesALaterReleaseAsItWas() async throws {
        _ = try await change(.draft, setTitle("wallet", "late"))
        _ = try await publish(after: 200)
        _ = try await change(.draft, setTitle("wallet", "early"))
        let early = try await publish(after: 100)
        _ = try await store.cancelRelease(early.release.id, of: "mall", ada)
        time.advance(seconds: 200)
        #expect(try await title("wallet", .live) == "late")
    }

    @Test func releasesOfOneInstant_keepTheirOrder_andLoseCancelledChanges() async throws {
        let at = time.clock.now.adding(seconds: 100)
        _ = try await change(.draft, setTitle("wallet", "first"))
        let first = try await store.publish("mall", Publication(at: at), ada)
        _ = try await change(.draft, setTitle("otc", "second"))
        _ = try await change(.draft, setTitle("broadcast", "second"))
        _ = try await store.publish("mall", Publication(at: at), ada)
        // Content that the second release already has changes nothing in it.
        _ = try await change(.live, setTitle("otc", "second"))
        func title(_ code: String, at instant: Instant) async throws -> JSONValue? {
            let live = try await store.shown("mall", asOf: instant).own
            let version = try #require(live.versions[code])
            return try await store.blocks([version])[version]?.content["title"]
        }
        #expect(try await title("wallet", at: at) == "first")
        #expect(try await title("broadcast", at: at) == "second")
        _ = try await store.cancelRelease(first.release.id, of: "mall", ada)
        #expect(try await title("wallet", at: at) != "first")
        #expect(try await title("broadcast", at: at) == "second")
    }

    @Test func aRollback_staysInPlannedReleases_whenOneIsCancelled() async throws {
        _ = try await change(.live, setTitle("walletCard", "rolled back"))
        _ = try await change(.draft, setTitle("wallet", "first"))
        let first = try await publish(after: 100)
        _ = try await change(.draft, setTitle("otc", "second"))
        _ = try await publish(after: 200)
        _ = try await store.restore("mall", number: 1, message: "", ada)
        _ = try await store.cancelRelease(first.release.id, of: "mall", ada)
        time.advance(seconds: 200)
        #expect(try await title("walletCard", .live) != "rolled back")
        #expect(try await title("otc", .live) == "second")
        #expect(try await title("wallet", .live) != "first")
    }

    @Test func movesOfBothSides_areConflicts() async throws {
        let codes = try await order(.live)
        _ = try await change(.draft, .order(.moves([Move(codes[1], to: .position(9))])))
        let outcome = try await change(.live, .order(.moves([Move(codes[1], to: .position(5))])))
        let conflicts = outcome.propagated.flatMap(\.conflicts)
        #expect(conflicts.map(\.pointer) == ["/order"])
        #expect(conflicts.map(\.kept) == [.incoming])
        #expect(try await order(.draft)[5] == codes[1])
    }

    @Test func aRollback_doesNotChangeTheDraftsValidator() async throws {
        _ = try await change(.draft, setTitle("otc", "draft"))
        let before = try #require(try await store.draftDifference("mall").draft)
        _ = try await store.restore("mall", number: 1, message: "", ada)
        #expect(try await store.draftDifference("mall").draft?.tag == before.tag)
        _ = try await change(.live, setTitle("wallet", "live"), by: bo)
        let after = try #require(try await store.draftDifference("mall").draft)
        #expect(after.tag != before.tag)
        #expect(after.updatedBy == "Bo")
    }

    @Test func aPage_canBeFullInOneStateOnly() async throws {
        var page = try Project.page("mall")
        let small = try #require(page.blocks.first { $0.showType == "MALL_OTHER_MALL" })
        page.blocks = (1...PageDocument.maximumBlocks).map { number in
            var block = small
            block.blockCode = "b\(number)"
            return block
        }
        _ = try await store.importPage(PageImport(page: "mall", document: page), ada)
        _ = try await change(.draft, setTitle("b7", "draft"))
        page.blocks.removeLast()
        var first = small
        first.blockCode = "a"
        page.blocks.insert(first, at: 0)
        let outcome = try await store.importPage(PageImport(page: "mall", document: page), ada)
        #expect(outcome.propagated.flatMap(\.conflicts).isEmpty)
        #expect(try await order(.draft) == page.order)
    }

    @Test func aClockSetBack_neitherHidesNorRepeatsReleases() async throws {
        _ = try await change(.draft, toStart("otc"))
        _ = try await publish(after: 100)
        time.advance(seconds: 200)
        _ = try await change(.live, toStart("wallet"))
        time.advance(seconds: -3600)
        #expect(try await order(.live).prefix(2) == ["wallet", "otc"])
        #expect(try await store.releases("mall", ListRange()).elements.allSatisfy { $0.state != .pending })
    }

    @Test func pruning_keepsTheNewestAndReferencedRevisions() async throws {
        _ = try await change(.draft, setTitle("wallet", "planned"))
        _ = try await publish(after: 1000)
        for number in 0..<20 { _ = try await change(.live, setTitle("otc", "\(number)")) }
        _ = try await change(.draft, setTitle("walletCard", "draft"))
        for code in ["otc", "wallet", "broadcast"] { _ = try await change(.live, toStart(code)) }
        let (live, draft) = (try await store.blockStates("mall", .live), try await store.blockStates("mall", .draft))
        let count = try await store.prune("mall", Retention(revisions: 3), by: .console)
        #expect(count > 20)
        #expect(try await store.blockStates("mall", .live) == live)
        #expect(try await store.blockStates("mall", .draft) == draft)
        let left = try await store.revisions("mall", ListRange(limit: 100), onlyReleased: false).elements
        #expect((3...6).contains(left.count))
        try await store.inspected().checkIntegrity()
        #expect(try await store.prune("mall", Retention(revisions: 3), by: .console) == 0)
        _ = try await change(.live, toStart("otc"))
        time.advance(seconds: 1000)
        #expect(try await title("wallet", .live) == "planned")
        #expect(try await title("otc", .live) == "19")
    }

    @Test func aRetryOfADayLater_isANewChange() async throws {
        let keyed = ChangeContext(ada.actor, idempotency: try Idempotency(key: "k", request: [1]))
        _ = try await change(.draft, toStart("otc"))
        let first = try await store.publish("mall", Publication(), keyed)
        #expect(try await store.publish("mall", Publication(), keyed) == first)
        time.advance(seconds: Idempotency.lifetime)
        await #expect(throws: PublishingError.self) { try await store.publish("mall", Publication(), keyed) }
    }

    @Test func aPage_isRenderedAtPastAndFutureInstants() async throws {
        let begin = time.clock.now
        time.advance(seconds: 100)
        _ = try await change(.live, toStart("otc"))
        _ = try await change(.draft, toStart("wallet"))
        _ = try await publish(after: 100)
        _ = try await store.createPage(try PagePlan(json: ["page": "sale", "copyOf": "mall"]), ada)
        let now = time.clock.now
        _ = try await store.takeOver(
            "mall", TakeoverPlan(shows: "sale", from: now.adding(seconds: 200), until: now.adding(seconds: 300)), ada)
        func first(_ seconds: Int) async throws -> String? {
            try await store.shown("mall", asOf: begin.adding(seconds: seconds)).own.order.order.first
        }
        #expect(try await first(50) == (try Project.page("mall")).order.first)
        #expect(try await first(150) == "otc")
        #expect(try await first(250) == "wallet")
        func shownInstead(_ seconds: Int) async throws -> String? {
            try await store.shown("mall", asOf: now.adding(seconds: seconds)).takeoverRevision?.page.slug
        }
        #expect(try await shownInstead(199) == nil)
        #expect(try await shownInstead(200) == "sale")
        #expect(try await shownInstead(299) == "sale")
        #expect(try await shownInstead(300) == nil)
        await #expect(throws: PublishingError.self) { try await first(-1) }
    }
}
