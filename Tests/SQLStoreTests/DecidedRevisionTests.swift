import HomeBlocks
import Publishing
import TestSupport
import Testing

/// The page that readers get after a change, made from the decision of its transaction.
@Suite(.timeLimit(.minutes(1)), .everyEngine) struct DecidedRevisionTests {
    private let fixture: StoreFixture
    private let store: any PageStore
    private let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() async throws {
        fixture = try StoreFixture()
        store = fixture.store
        for slug in ["mall", "sale"] {
            _ = try await store.importPage(PageImport(page: slug, document: try Project.page("mall")), ada)
        }
    }

    private var now: Instant { fixture.time.clock.now }

    /// The properties that a loaded and a made page must share.
    private func text(_ page: LivePage) -> String {
        func text(_ revision: LiveRevision?) -> String {
            guard let revision else { return "none" }
            let versions = revision.versions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.number)" }
            return
                "\(revision.identity) \(revision.order) \(versions) \(revision.data) \(String(describing: revision.nextRelease))"
        }
        return
            "\(text(page.own)) | \(text(page.takeoverRevision)) | \(String(describing: page.nextTakeover)) \(page.feeds)"
    }

    private func change(_ step: Int, _ dice: inout SeededGenerator) async throws -> ChangeOutcome? {
        let order = try await store.revision("mall", .live).order.order
        let code = try #require(order.randomElement(using: &dice))
        let later = now.adding(seconds: Int.random(in: 1...30, using: &dice))
        let title: JSONValue = ["content": ["title": .string("Title \(step)")]]
        switch Int.random(in: 0..<12, using: &dice) {
        case 0, 1, 2, 3:
            return try await store.change(PageChange("mall", .live, .order(.moves([Move(code, to: .start)]))), ada)
        case 4: return try await store.change(PageChange("mall", .live, .patch(code, title)), ada)
        case 5: return try await store.change(PageChange("mall", .draft, .patch(code, title)), ada)
        case 6: return try await store.publish("mall", Publication(), ada)
        case 7: return try await store.publish("mall", Publication(at: later), ada)
        case 8:
            let plans = try await store.releases("mall", ListRange(limit: 9)).elements.filter { $0.state == .pending }
            guard let plan = plans.randomElement(using: &dice) else { return nil }
            return try await store.cancelRelease(plan.id, of: "mall", ada)
        case 9:
            return try await store.takeOver(
                "mall", TakeoverPlan(shows: "sale", from: later, until: later.adding(seconds: 5)), ada)
        case 10:
            let numbers = try await store.revisions("mall", ListRange(limit: 5), onlyReleased: true).elements.map(
                \.number)
            let number = try #require(numbers.randomElement(using: &dice))
            return try await store.restore("mall", number: number, message: "", ada)
        default:
            fixture.time.advance(seconds: Int.random(in: 1...10, using: &dice))
            return nil
        }
    }

    @Test(arguments: 1...4) func aDecidedChange_makesTheStoredPage_orNothing(seed: UInt64) async throws {
        var dice = SeededGenerator(seed: seed)
        var known = try await store.shown("mall", at: now)
        var made = 0
        for step in 0..<60 {
            var outcome: ChangeOutcome?
            do { outcome = try await change(step, &dice) } catch is PublishingError {}
            let shown = try await store.shown("mall", at: now)
            // A page is only used until the next instant at which it changes.
            if let decided = outcome?.live, known.nextChange.map({ now < $0 }) ?? true,
                let page = decided.page(after: known)
            {
                #expect(text(page) == text(shown), "step \(step)")
                made += 1
            }
            known = shown
        }
        #expect(made > 10)
    }

    @Test func aKnownPage_isNeverReplacedByAnEarlierOne() async throws {
        let first = try await store.shown("mall", at: now)
        let early = try #require(
            try await store.change(PageChange("mall", .live, .order(.moves([Move("otc", to: .start)]))), ada).live)
        let late = try #require(
            try await store.change(PageChange("mall", .live, .order(.moves([Move("wallet", to: .start)]))), ada).live)
        let last = try await store.shown("mall", at: now)
        #expect(early.page(after: last).map(text) == nil)
        #expect(late.page(after: last).map(text) == text(last))
        // In either order, the result is the later one.
        for joined in [early.newer(than: late), late.newer(than: early)] {
            #expect(joined?.page(after: first).map(text) == text(last))
        }
        #expect(late.newer(than: late).map(\.slug) == nil)
    }

    @Test func anotherChangeWithTheSameRelease_isLoaded() async throws {
        let moved = try await store.change(PageChange("mall", .live, .order(.moves([Move("otc", to: .start)]))), ada)
        let shown = try await store.shown("mall", at: now)
        #expect(moved.live?.page(after: shown).map(text) == text(shown))
        // The server that first used the id was lost together with its change.
        let own = shown.own
        let lost = LiveRevision(
            page: own.page, number: own.number, changedBy: own.changedBy, changedAt: own.changedAt.adding(seconds: -1),
            order: own.order, versions: own.versions, data: own.data, nextRelease: own.nextRelease, release: own.release
        )
        #expect(moved.live?.page(after: LivePage(own: lost)).map(text) == nil)
    }

    @Test func aPlan_thatIsNotKnown_isLoaded() async throws {
        let first = try await store.shown("mall", at: now)
        _ = try await store.change(PageChange("mall", .draft, .delete("otc")), ada)
        let planned = try await store.publish("mall", Publication(at: now.adding(seconds: 60)), ada)
        #expect(try #require(planned.live).page(after: first).map(text) == nil)
        let known = try await store.shown("mall", at: now)
        let draft = try await store.change(PageChange("mall", .draft, .delete("wallet")), ada)
        #expect(try #require(draft.live).page(after: known).map(text) == text(known))
        let takeover = try await store.takeOver(
            "mall", TakeoverPlan(shows: "sale", until: now.adding(seconds: 60)), ada)
        #expect(takeover.live.map(\.slug) == nil)
    }
}
