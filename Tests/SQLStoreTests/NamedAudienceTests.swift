import HomeBlocks
import Publishing
import SQLStore
import TestSupport
import Testing

/// Audiences that are used by name, and the effect of changing one on pages.
@Suite(.timeLimit(.minutes(1)), .everyEngine) struct NamedAudienceTests {
    let fixture: StoreFixture
    let store: any PageStore
    let time: TestClock
    let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() async throws {
        fixture = try await .withMall(by: ada)
        (store, time) = (fixture.store, fixture.time)
    }

    func plan(_ name: String, _ platform: String, title: String = "") throws -> AudiencePlan {
        var body: JSONObject = ["name": .string(name), "audience": ["platforms": [.string(platform)]]]
        if !title.isEmpty { body["title"] = .string(title) }
        return try AudiencePlan(json: .object(body))
    }

    func define(_ name: String, _ platform: String) async throws {
        _ = try await store.createAudience(try plan(name, platform), ada)
    }

    func redefine(_ name: String, _ platform: String, isDryRun: Bool = false) async throws -> AudienceOutcome {
        try await store.changeAudience(try plan(name, platform), isDryRun: isDryRun, ada)
    }

    func give(_ code: String, _ audience: JSONValue, _ stage: Stage = .live, page: String = "mall") async throws {
        _ = try await store.change(PageChange(page, stage, .patch(code, ["audience": audience])), ada)
    }

    func audience(_ code: String, _ stage: Stage = .live, page: String = "mall") async throws -> JSONValue? {
        try await store.blockState(code, of: page, stage).block.audience?.json
    }

    func issues(_ change: () async throws -> Void) async throws -> [String] {
        do {
            try await change()
            return []
        } catch PublishingError.invalid(let input) { return input.issues.map(\.pointer.description) }
    }

    func conflict(_ change: () async throws -> Void) async throws -> String? {
        do {
            try await change()
            return nil
        } catch PublishingError.conflict(let reason) { return reason }
    }

    @Test func aBlockThatNamesAnAudience_hasItsConditions() async throws {
        try await define("vips", "ios")
        try await give("wallet", ["name": "vips"])
        #expect(try await audience("wallet") == ["name": "vips", "platforms": ["ios"]])
        // What was read can be written back.
        let state = try await store.blockState("wallet", of: "mall", .live)
        let body = JSONValue.object(state.block.json)
        _ = try await store.change(PageChange("mall", .live, .replace(try BlockResource(checking: body))), ada)
        #expect(try await store.blockState("wallet", of: "mall", .live) == state)
    }

    @Test func anUnknownName_andOtherConditionsWithAName_areRefused() async throws {
        try await define("vips", "ios")
        try await define("guests", "web")
        #expect(try await issues { try await give("wallet", ["name": "none"]) } == ["/audience/name"])
        #expect(try await issues { try await give("wallet", ["name": "Not A Name"]) } == ["/audience/name"])
        let other: JSONValue = ["name": "vips", "platforms": ["web"]]
        #expect(try await issues { try await give("wallet", other) } == ["/audience"])
        try await give("wallet", ["name": "vips"])
        #expect(try await issues { try await give("wallet", ["platforms": ["web"]]) } == ["/audience"])
        // A patch keeps the conditions of the old name together with the new name.
        try await give("wallet", ["name": "guests"])
        #expect(try await audience("wallet") == ["name": "guests", "platforms": ["web"]])
        try await give("wallet", ["name": .null])
        #expect(try await audience("wallet") == ["platforms": ["web"]])
        #expect(
            try await issues { try await give("wallet", ["attributes": ["city": ["x"]]]) } == [
                "/audience/attributes/city"
            ])
    }

    @Test func aChange_reachesLive_theDraft_andThePlans_inOneRevisionEach() async throws {
        try await define("vips", "ios")
        try await define("guests", "web")
        _ = try await store.importPage(PageImport(page: "other", document: try Project.page("mall")), ada)
        try await give("wallet", ["name": "vips"])
        try await give("otc", ["name": "vips"], .draft)
        let release = try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: 100)), ada).release
        try await give("wallet", ["name": "guests"], .draft)
        try await give("middleAd", ["name": "vips"], .draft)
        let live = try await store.revision("mall", .live)
        let other = try await store.revision("other", .live).number

        let tried = try await redefine("vips", "android", isDryRun: true)
        #expect(try await store.revision("mall", .live).number == live.number)
        let ben = ChangeContext(Actor(credential: "c2", name: "Ben", role: .publisher))
        let outcome = try await store.changeAudience(try plan("vips", "android"), isDryRun: false, ben)

        #expect(tried.renewed == outcome.renewed && outcome.pages == ["mall"])
        #expect(outcome.renewed.map(\.state) == [.live, .draft, .release(release.id)])
        #expect(try await store.metrics().pages.first?.revisions == outcome.renewed.map(\.revision).max())
        let new: JSONValue = ["name": "vips", "platforms": ["android"]]
        #expect(try await audience("wallet") == new)
        // The draft has another audience there, which is kept: there is nothing to merge.
        #expect(try await audience("wallet", .draft) == ["name": "guests", "platforms": ["web"]])
        #expect(try await audience("middleAd", .draft) == new)
        #expect(try await store.blockState("middleAd", of: "mall", .draft).changedBy == "Ben")
        let draft = try #require(try await store.draftDifference("mall").draft)
        #expect(draft.conflicts.isEmpty && draft.base == draft.live)
        #expect(try await store.revision("other", .live).number == other)
        // The plan has it, too, on top of the new live revision.
        time.advance(seconds: 100)
        #expect(try await audience("otc") == new)
        #expect(try await audience("wallet") == new)
        let (events, _) = try await store.events(after: 0, limit: 1000)
        let event = try #require(events.last)
        #expect(event.action == "page.audience" && event.page == "mall" && event.subject == "audience vips")
        #expect(try await redefine("vips", "android").renewed.isEmpty)
    }

    @Test func aPlanAlone_andADraftAlone_areRenewed_withoutALiveRevision() async throws {
        try await define("vips", "ios")
        try await give("otc", ["name": "vips"], .draft)
        let live = try await store.revision("mall", .live).number
        #expect(try await redefine("vips", "web").renewed.map(\.state) == [.draft])
        let release = try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: 100)), ada).release
        #expect(try await redefine("vips", "ios").renewed.map(\.state) == [.release(release.id)])
        #expect(try await store.revision("mall", .live).number == live)
        // It can still be cancelled, and leaves nothing behind.
        _ = try await store.cancelRelease(release.id, of: "mall", ada)
        time.advance(seconds: 100)
        #expect(try await audience("otc") == nil)
        #expect(try await redefine("vips", "web").renewed.isEmpty)
    }

    @Test func aChange_isRolledBack_byRestoringTheRevision() async throws {
        try await define("vips", "ios")
        try await give("wallet", ["name": "vips"])
        let before = try await store.revision("mall", .live)
        _ = try await redefine("vips", "web")
        _ = try await store.restore("mall", number: before.number, message: "", ada)
        #expect(try await audience("wallet") == ["name": "vips", "platforms": ["ios"]])
        #expect(try await store.audience("vips", for: .readAll).uses.map(\.outdated) == [["wallet"]])
        // Other changes keep it, and the next change of the audience reaches it again.
        _ = try await store.change(PageChange("mall", .live, .patch("wallet", ["content": ["title": "x"]])), ada)
        #expect(try await audience("wallet") == ["name": "vips", "platforms": ["ios"]])
        _ = try await redefine("vips", "android")
        #expect(try await audience("wallet") == ["name": "vips", "platforms": ["android"]])
        #expect(try await store.audience("vips", for: .readAll).uses.map(\.outdated) == [[]])
    }

    @Test func anAudienceInUse_isNotDeleted_andTheReasonNamesEachState() async throws {
        try await define("vips", "ios")
        _ = try await store.importPage(PageImport(page: "sale", document: try Project.page("mall")), ada)
        let span = TakeoverPlan(shows: "sale", until: time.clock.now.adding(seconds: 1000))
        _ = try await store.takeOver("mall", span, ada)
        try await give("wallet", ["name": "vips"], page: "sale")
        try await give("wallet", ["name": "vips"], .draft)
        let release = try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: 100)), ada).release
        try await give("wallet", ["name": "vips"], .draft)
        let reason = try #require(try await conflict { _ = try await store.deleteAudience("vips", ada) })
        #expect(reason.contains("mall (draft), mall (release \(release.id)), sale (live)"), "\(reason)")
        for stage in Stage.allCases { try await give("wallet", .null, stage) }
        _ = try await store.cancelRelease(release.id, of: "mall", ada)
        try await give("wallet", .null, page: "sale")
        _ = try await store.deleteAudience("vips", ada)
        #expect(try await store.audiences(for: .readAll).isEmpty)
        await #expect(throws: PublishingError.self) { try await store.audience("vips", for: .readAll) }
        // Old revisions keep their conditions.
        _ = try await store.restore("sale", number: 2, message: "", ada)
        #expect(try await audience("wallet", page: "sale") == ["name": "vips", "platforms": ["ios"]])
        #expect(
            try await fixture.store.check().warnings.map { $0.prefix(41) } == [
                "sale, live, block wallet: /audience/name "
            ])
    }

    @Test func definitions_haveTheirRules() async throws {
        try await define("vips", "ios")
        #expect(try await conflict { try await define("vips", "web") } != nil)
        let bodies: [(JSONValue, [String])] = [
            ([:], ["/name", "/audience"]), (["name": "A", "audience": ["percent": 1]], ["/name"]),
            (["name": "a", "audience": [:]], ["/audience"]), (["name": "a", "audience": 1], ["/audience"]),
            (["name": "a", "audience": ["name": "b", "percent": 1]], ["/audience/name"]),
            (["name": "a", "title": "", "audience": ["percent": 200]], ["/title", "/audience/percent"]),
            (["name": "a", "audience": ["percent": 1], "x": 1], ["/x"]),
        ]
        for (body, pointers) in bodies {
            #expect(try await issues { _ = try AudiencePlan(json: body) } == pointers, "\(body)")
        }
        let unknown: JSONValue = ["name": "a", "audience": ["attributes": ["city": ["x"]]]]
        #expect(
            try await issues { _ = try await store.createAudience(try AudiencePlan(json: unknown), ada) } == [
                "/audience/attributes/city"
            ])
        await #expect(throws: PublishingError.self) {
            try await store.changeAudience(try plan("none", "ios"), isDryRun: false, ada)
        }
    }

    @Test func aTitle_changesNoPage_andAnOldETagIsRefused() async throws {
        try await define("vips", "ios")
        try await give("wallet", ["name": "vips"])
        let old = try await store.audience("vips", for: .readAll).audience
        time.advance(seconds: 1)
        let outcome = try await store.changeAudience(try plan("vips", "ios", title: "VIPs"), isDryRun: false, ada)
        #expect(outcome.renewed.isEmpty && outcome.audience.title == "VIPs")
        let stale = ChangeContext(ada.actor, precondition: .matches([old.tag]))
        await #expect(throws: PublishingError.self) {
            try await store.changeAudience(try plan("vips", "web"), isDryRun: false, stale)
        }
        await #expect(throws: PublishingError.self) { try await store.deleteAudience("vips", stale) }
        let fresh = ChangeContext(ada.actor, precondition: .matches([outcome.audience.tag]))
        #expect(try await store.changeAudience(try plan("vips", "web"), isDryRun: false, fresh).pages == ["mall"])
    }

    @Test func anImport_keepsDifferentConditions_fillsInBareNames_andReportsBoth() async throws {
        try await define("vips", "ios")
        var document = try Project.page("mall")
        document.blocks[0].audience = Audience(name: "vips", platforms: [.ios])
        document.blocks[1].audience = Audience(name: "vips", platforms: [.web])
        document.blocks[2].audience = Audience(name: "vips")
        document.blocks[3].audience = Audience(name: "guests", platforms: [.web])
        let outcome = try await store.importPage(PageImport(page: "mall", document: document), ada)
        let names = document.order
        let foreign = (outcome.data["audiences"]?.array ?? []).compactMap(\.object)
        #expect(foreign.map { $0["blockCode"]?.string } == [names[1], names[3]])
        #expect(foreign.map { $0["reason"]?.string } == ["different", "unknown"])
        #expect(try await audience(names[1]) == ["name": "vips", "platforms": ["web"]])
        #expect(try await audience(names[2]) == ["name": "vips", "platforms": ["ios"]])
        // A copy has the same audience as the page.
        _ = try await store.createPage(try PagePlan(json: ["page": "copy", "copyOf": "mall"]), ada)
        #expect(try await audience(names[3], page: "copy") == ["name": "guests", "platforms": ["web"]])
        document.blocks[3].audience = Audience(name: "guests")
        #expect(
            try await issues { _ = try await store.importPage(PageImport(page: "mall", document: document), ada) } == [
                "/blocks/3/audience/name"
            ])
    }

    @Test func aMerge_treatsANamedAudienceAsOneValue() async throws {
        try await define("vips", "ios")
        _ = try await store.createAudience(
            try AudiencePlan(json: ["name": "germans", "audience": ["locales": ["de"]]]), ada)
        try await give("wallet", ["name": "vips"], .draft)
        try await give("wallet", ["name": "germans"])
        #expect(try await audience("wallet", .draft) == ["name": "germans", "locales": ["de"]])
        let conflicts = try #require(try await store.draftDifference("mall").draft).conflicts
        #expect(conflicts.map(\.pointer) == ["/audience"] && conflicts.map(\.kept) == [.incoming])
    }
}
