import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Changing the time of planned releases, and putting their changes back into the draft.
@Suite(.timeLimit(.minutes(1)), .everyEngine) struct PlanChangeTests {
    let fixture: StoreFixture
    let store: any PageStore
    let time: TestClock
    let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() async throws {
        fixture = try await .withMall(by: ada)
        (store, time) = (fixture.store, fixture.time)
    }

    func change(_ stage: Stage, _ code: String, _ title: String) async throws {
        _ = try await store.change(
            PageChange("mall", stage, .patch(code, ["content": ["title": .string(title)]])), ada)
    }

    func plan(_ code: String, _ title: String, after seconds: Int) async throws -> Release {
        try await change(.draft, code, title)
        return try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: seconds)), ada).release
    }

    func move(_ release: Release, after seconds: Int) async throws -> ChangeOutcome {
        try await store.changeRelease(
            release.id, of: "mall", ReleaseChange(at: time.clock.now.adding(seconds: seconds)), ada)
    }

    func title(_ code: String, _ stage: Stage = .live) async throws -> JSONValue? {
        try await store.blockState(code, of: "mall", stage).block.content["title"]
    }

    @Test func aPlan_getsAnotherTime_andKeepsItsId() async throws {
        let release = try await plan("wallet", "planned", after: 100)
        let outcome = try await move(release, after: 300)
        #expect(outcome.release.id == release.id)
        #expect(outcome.release.at == time.clock.now.adding(seconds: 300))
        #expect(outcome.release.createdBy == "Ada")
        #expect(outcome.propagated.isEmpty)
        time.advance(seconds: 299)
        #expect(try await title("wallet") != "planned")
        time.advance(seconds: 1)
        #expect(try await title("wallet") == "planned")
        let listed = try await store.releases("mall", ListRange(limit: 10)).elements
        #expect(listed.filter { $0.id == release.id }.map(\.state) == [.live])
        await #expect(throws: PublishingError.self) { try await move(release, after: 300) }
    }

    @Test func aPlan_thatMovesPastAnother_isPlannedOnTopOfIt() async throws {
        let early = try await plan("wallet", "early", after: 100)
        let late = try await plan("otc", "late", after: 200)
        let outcome = try await move(early, after: 300)
        #expect(outcome.propagated.map(\.release) == [late.id])
        #expect(outcome.propagated.flatMap(\.conflicts).isEmpty)
        time.advance(seconds: 200)
        #expect(try await title("wallet") != "early")
        #expect(try await title("otc") == "late")
        time.advance(seconds: 100)
        #expect(try await title("wallet") == "early")
        #expect(try await title("otc") == "late")
    }

    @Test func twoPlansOfOneField_thatChangePlaces_areAConflict_andTheLaterOneWins() async throws {
        let first = try await plan("wallet", "first", after: 100)
        _ = try await plan("wallet", "second", after: 200)
        let outcome = try await move(first, after: 300)
        let conflicts = outcome.propagated.flatMap(\.conflicts)
        #expect(conflicts.contains { $0.existing == "first" && $0.kept == .existing })
        time.advance(seconds: 200)
        #expect(try await title("wallet") == "second")
        time.advance(seconds: 100)
        #expect(try await title("wallet") == "first")
    }

    @Test func atOneInstant_theReleaseThatWasPlannedFirst_staysTheEarlierOne() async throws {
        let first = try await plan("wallet", "first", after: 100)
        _ = try await plan("wallet", "second", after: 200)
        #expect(try await move(first, after: 200).propagated.isEmpty)
        time.advance(seconds: 200)
        #expect(try await title("wallet") == "second")
    }

    @Test func aPlan_keepsMergedLiveChanges_whenItMoves() async throws {
        let release = try await plan("wallet", "planned", after: 100)
        try await change(.live, "otc", "live")
        _ = try await plan("broadcast", "other", after: 200)
        _ = try await move(release, after: 300)
        time.advance(seconds: 300)
        #expect(try await title("wallet") == "planned")
        #expect(try await title("otc") == "live")
        #expect(try await title("broadcast") == "other")
    }

    @Test func onlyPendingPlans_canBeMoved_andOnlyToTheFuture() async throws {
        let release = try await plan("wallet", "planned", after: 100)
        await #expect { try await move(release, after: -1) } throws: {
            if case PublishingError.invalid = $0 { true } else { false }
        }
        let stale = ChangeContext(ada.actor, precondition: .matches([release.tag]))
        _ = try await move(release, after: 200)
        await #expect {
            try await store.changeRelease(release.id, of: "mall", ReleaseChange(message: "late"), stale)
        } throws: {
            if case PublishingError.changed = $0 { true } else { false }
        }
        let named = try await store.changeRelease(release.id, of: "mall", ReleaseChange(message: "named"), ada)
        #expect(named.release.message == "named")
        #expect(named.release.at == time.clock.now.adding(seconds: 200))
        _ = try await store.cancelRelease(release.id, of: "mall", ada)
        await #expect { try await move(release, after: 300) } throws: {
            if case PublishingError.conflict = $0 { true } else { false }
        }
        await #expect { try await store.changeRelease(999, of: "mall", ReleaseChange(message: "x"), ada) } throws: {
            if case PublishingError.notFound = $0 { true } else { false }
        }
    }

    @Test func aPlan_thatIsPutBackIntoTheDraft_isPlannedAgainFromThere() async throws {
        let release = try await plan("wallet", "planned", after: 100)
        let later = try await plan("otc", "later", after: 200)
        #expect(try await store.draftDifference("mall").draft == nil)
        let outcome = try await store.cancelRelease(release.id, of: "mall", intoDraft: true, ada)
        #expect(outcome.release.state == .cancelled)
        #expect(outcome.propagated.map(\.release) == [nil, later.id])
        #expect(try await title("wallet", .draft) == "planned")
        #expect(try await title("otc", .draft) != "later")
        #expect(try await store.draftDifference("mall").difference.blocks.map(\.code) == ["wallet"])
        time.advance(seconds: 200)
        #expect(try await title("wallet") != "planned")
        _ = try await store.publish("mall", Publication(), ada)
        #expect(try await title("wallet") == "planned")
        #expect(try await title("otc") == "later")
    }

    @Test func aPlan_thatIsPutBack_conflictsWithTheDraft_withBothVersions() async throws {
        let release = try await plan("wallet", "planned", after: 100)
        try await change(.draft, "wallet", "draft")
        try await change(.draft, "otc", "draft")
        let outcome = try await store.cancelRelease(release.id, of: "mall", intoDraft: true, ada)
        let conflict = try #require(outcome.propagated.flatMap(\.conflicts).first)
        #expect(conflict.incoming == "planned")
        #expect(conflict.existing == "draft")
        #expect(conflict.kept == .incoming)
        #expect(try await title("wallet", .draft) == "planned")
        #expect(try await title("otc", .draft) == "draft")
        #expect(try await store.draftDifference("mall").draft?.conflicts == [conflict])
    }

    @Test func aPlan_thatChangesWhatAnEarlierPlanAdds_isPutBackWhole() async throws {
        let list: JSONValue = [["id": 1, "title": "n", "imageUrl": "/a.svg", "url": "/b"]]
        let new = BlockResource(
            blockCode: "new", showType: "MALL_AD", content: ["title": "first", "extInfo": ["list": list]])
        _ = try await store.change(PageChange("mall", .draft, .create(new, .end)), ada)
        let first = try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: 100)), ada).release
        // The block is in the draft once that release has taken effect: now it is put back for a correction.
        _ = try await store.cancelRelease(first.id, of: "mall", intoDraft: true, ada)
        _ = try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: 100)), ada)
        _ = try await store.change(PageChange("mall", .draft, .create(new, .end)), ada)
        try await change(.draft, "new", "second")
        let second = try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: 200)), ada).release
        let outcome = try await store.cancelRelease(second.id, of: "mall", intoDraft: true, ada)
        #expect(outcome.propagated.flatMap(\.conflicts).isEmpty)
        #expect(try await title("new", .draft) == "second")
        #expect(try await store.revision("mall", .live).order.order.contains("new") == false)
    }

    @Test func aConflictWithAMovedPlan_namesWhoMovedIt() async throws {
        let bo = ChangeContext(Actor(credential: "c2", name: "Bo", role: .admin))
        let release = try await plan("wallet", "planned", after: 100)
        _ = try await store.changeRelease(release.id, of: "mall", ReleaseChange(message: "Bo's"), bo)
        let stale = ChangeContext(ada.actor, precondition: .matches([release.tag]))
        await #expect {
            try await store.changeRelease(release.id, of: "mall", ReleaseChange(message: "late"), stale)
        } throws: {
            if case PublishingError.changed(let state) = $0 { state.changedBy == "Bo" } else { false }
        }
        let whole = try await store.release(release.id, of: "mall").stateTag
        let known = ChangeContext(ada.actor, precondition: .matches([whole]))
        _ = try await store.changeRelease(release.id, of: "mall", ReleaseChange(message: "Ada's"), known)
    }
}
