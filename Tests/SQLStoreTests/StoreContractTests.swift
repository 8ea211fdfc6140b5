import HomeBlocks
import Publishing
import TestSupport
import Testing

/// The contract of a store, checked on every engine.
@Suite(.timeLimit(.minutes(1)), .everyEngine) struct StoreContractTests {
    let fixture: Fixture

    init() async throws { fixture = try await Fixture() }

    /// A store with the mall page.
    struct Fixture: Sendable {
        private let base: StoreFixture

        init() async throws { base = try await .withMall() }

        var store: any PageStore { base.store }
        var time: TestClock { base.time }
        var now: Instant { time.clock.now }
        let editor = Actor(credential: "c1", name: "Ada", role: .publisher)

        func reorder(
            _ change: OrderChange, _ precondition: Precondition = .none, isDryRun: Bool = false, key: String? = nil,
            fingerprint: [UInt8] = [1], by actor: Actor? = nil
        ) async throws(PublishingError) -> ChangeOutcome {
            try await store.change(
                PageChange("mall", .live, .order(change), isDryRun: isDryRun),
                ChangeContext(
                    actor ?? editor, precondition: precondition,
                    idempotency: try key.map { key throws(PublishingError) in
                        try Idempotency(key: key, request: fingerprint)
                    }))
        }

        func order() async throws -> OrderState { try await store.revision("mall", .live).order }
    }

    let swap = OrderChange.moves([Move("wallet", to: .start)])

    @Test func importedPage_isLive_andReadsBackCompletely() async throws {
        let revision = try await fixture.store.revision("mall", .live)
        let page = try await PageDocument.of(revision, in: fixture.store)
        #expect(page == (try Project.page("mall")))
        let pages = try await fixture.store.pages(for: .readAll)
        #expect(pages.map(\.page.slug) == ["mall"])
        #expect(pages.map(\.revision) == [1])
    }

    @Test func reorder_makesARevision_andSaysWhoAndWhen() async throws {
        let before = try await fixture.order()
        fixture.time.advance(seconds: 10)
        let outcome = try await fixture.reorder(swap)
        #expect(outcome.moved == ["wallet"])
        #expect(outcome.order.first == "wallet")
        #expect(outcome.revision == before.revision + 1)
        #expect(outcome.tag != before.tag)
        let after = try await fixture.order()
        #expect(after.order == outcome.order)
        #expect(after.tag == outcome.tag)
        #expect(after.changedBy == "Ada")
        #expect(after.changedAt == fixture.now)
    }

    @Test func anEqualOrder_makesNoRevision() async throws {
        let before = try await fixture.order()
        let outcome = try await fixture.reorder(.order(before.order))
        #expect(outcome.order == before.order)
        #expect(outcome.tag == before.tag)
        #expect(outcome.moved == [])
        #expect(try await fixture.store.pages(for: .readAll).map(\.revision) == [1])
    }

    @Test func dryRun_returnsTheOutcome_butWritesNothing() async throws {
        let before = try await fixture.order()
        let outcome = try await fixture.reorder(swap, isDryRun: true)
        #expect(outcome.order.first == "wallet")
        #expect(outcome.revision == before.revision + 1)
        #expect(try await fixture.order() == before)
        await #expect(throws: PublishingError.self) { try await fixture.reorder(.order([]), isDryRun: true) }
    }

    @Test func aStalePrecondition_isRefusedWithThePresentState() async throws {
        let stale = try await fixture.order()
        _ = try await fixture.reorder(swap)
        let present = try await fixture.order()
        do throws(PublishingError) {
            _ = try await fixture.reorder(.moves([Move("otc", to: .start)]), .matches([stale.tag]))
            Issue.record("taken")
        } catch {
            guard case .changed(let state) = error else { throw error }
            #expect(state == present.present)
        }
        #expect(try await fixture.order() == present)
        _ = try await fixture.reorder(.moves([Move("otc", to: .start)]), .matches([stale.tag, present.tag]))
        _ = try await fixture.reorder(.moves([Move("marquee", to: .start)]), .exists)
        #expect(try await fixture.order().order.prefix(2) == ["marquee", "otc"])
    }

    @Test func anInvalidOrder_changesNothing() async throws {
        let before = try await fixture.order()
        await #expect(throws: PublishingError.self) { try await fixture.reorder(.order(["marquee"])) }
        await #expect(throws: PublishingError.self) {
            try await fixture.reorder(.moves([Move("bottomFloat", to: .start)]))
        }
        #expect(try await fixture.order() == before)
    }

    @Test func aRetry_getsTheFirstResponse_once() async throws {
        let first = try await fixture.reorder(swap, key: "k")
        _ = try await fixture.reorder(.moves([Move("otc", to: .start)]))
        let retry = try await fixture.reorder(swap, key: "k")
        #expect(retry == first)
        #expect(try await fixture.order().order.first == "otc")
        // Keys of different credentials are separate.
        let other = Actor(credential: "c2", name: "Bo", role: .publisher)
        _ = try await fixture.reorder(swap, key: "k", by: other)
        #expect(try await fixture.order().order.first == "wallet")
    }

    @Test func aKeyForAnotherRequest_isRefused_andForgottenAfterADay() async throws {
        _ = try await fixture.reorder(swap, key: "k")
        await #expect(throws: PublishingError.self) { try await fixture.reorder(swap, key: "k", fingerprint: [2]) }
        fixture.time.advance(seconds: Idempotency.lifetime)
        let outcome = try await fixture.reorder(.moves([Move("otc", to: .start)]), key: "k", fingerprint: [2])
        #expect(outcome.order.first == "otc")
    }

    @Test func contentChange_leavesTheOrdersStateAlone() async throws {
        let before = try await fixture.store.revision("mall", .live)
        var page = try Project.page("mall")
        page.blocks[0].isEnabled = false
        let outcome = try await fixture.store.importPage(
            PageImport(page: "mall", document: page), ChangeContext(.console))
        #expect(outcome.revision == 2)
        let after = try await fixture.store.revision("mall", .live)
        #expect(after.number == 2)
        #expect(after.order == before.order)
        let changed = after.versions.filter { before.versions[$0.key] != $0.value }
        #expect(Array(changed.keys) == ["marquee"])
    }

    @Test func importingTheSamePage_makesNoRevision() async throws {
        let again = try await fixture.store.importPage(
            PageImport(page: "mall", document: try Project.page("mall")), ChangeContext(.console))
        #expect(again.revision == 1)
    }

    @Test func anInvalidPage_isRefused_andNotCreated() async throws {
        var page = try Project.page("mall")
        page.blocks[0].content = [:]
        for slug in ["mall", "new", "Not A Slug", "mall\u{0}x"] {
            let request = PageImport(page: slug, document: page)
            await #expect(throws: PublishingError.self) {
                try await fixture.store.importPage(request, ChangeContext(.console))
            }
        }
        #expect(try await fixture.store.pages(for: .readAll).map(\.page.slug) == ["mall"])
        await #expect(throws: PublishingError.self) { try await fixture.store.revision("new", .live) }
    }

    @Test func aStaleImport_isRefused() async throws {
        let stale = try await fixture.store.revision("mall", .live).tag
        _ = try await fixture.reorder(swap)
        let page = try Project.page("mall")
        do throws(PublishingError) {
            _ = try await fixture.store.importPage(
                PageImport(page: "mall", document: page), ChangeContext(.console, precondition: .matches([stale])))
            Issue.record("taken")
        } catch {
            guard case .changed(let present) = error else { throw error }
            #expect(present.json?["revision"] == 2)
            #expect(present.changedBy == "Ada")
        }
        #expect(try await fixture.order().order.first == "wallet")
        await #expect(throws: PublishingError.self) {
            try await fixture.store.importPage(
                PageImport(page: "ghost", document: page), ChangeContext(.console, precondition: .exists))
        }
        #expect(try await fixture.store.pages(for: .readAll).map(\.page.slug) == ["mall"])
    }

    @Test func starterPages_comeOnlyToAnEmptyStore() async throws {
        try await fixture.store.addStarterPages([("music", try Project.page("music"))])
        #expect(try await fixture.store.pages(for: .readAll).map(\.page.slug) == ["mall"])
    }

    @Test func aClockSetBack_hidesNothingThatWasAcknowledged() async throws {
        let first = try await fixture.reorder(swap).order
        fixture.time.advance(seconds: -3600)
        #expect(try await fixture.order().order == first)
        let second = try await fixture.reorder(.moves([Move("otc", to: .start)])).order
        #expect(try await fixture.order().order == second)
    }

    @Test func reordersAtOnce_formOneHistory() async throws {
        let codes = try await fixture.order().order.dropLast()
        let outcomes = try await withThrowingTaskGroup(of: ChangeOutcome.self) { group in
            for index in 0..<40 {
                group.addTask {
                    try await fixture.reorder(.moves([Move(codes[index % codes.count], to: .start)]))
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let revisions = outcomes.filter { !$0.moved.isEmpty }.compactMap(\.revision).sorted()
        #expect(revisions == Array(2..<(2 + revisions.count)))
        let last = outcomes.max { $0.revision ?? 0 < $1.revision ?? 0 }
        #expect(try await fixture.order().tag == last?.tag)
    }

    @Test func tokens_areFoundBySecretOnly_andCanBeRevoked() async throws {
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        #expect(try await !fixture.store.hasCredentials())
        let plan = try CredentialPlan(token: "CI", Rights(.editor))
        let made = try await fixture.store.create(NewCredential(token, plan: plan), ChangeContext(.console))
        #expect(try await fixture.store.hasCredentials())
        #expect(try await fixture.store.credential(for: token)?.json == made.data)
        let forged = try #require(AccessToken(parsing: "hb_\(token.id)_" + String(repeating: "A", count: 43)))
        #expect(try await fixture.store.credential(for: forged) == nil)
        _ = try await fixture.store.revoke(.token, token.id, ChangeContext(.console))
        #expect(try await fixture.store.credential(for: token)?.isValid(at: fixture.now) == false)
        await #expect(throws: PublishingError.self) {
            try await fixture.store.revoke(.token, token.id, ChangeContext(.console))
        }
        #expect(try await fixture.store.credentials(.token).map(\.name) == ["CI"])
    }

    @Test func readiness_isGiven() async throws {
        try await fixture.store.checkReadiness()
        #expect(try await fixture.store.pages(for: .readAll).map(\.page.slug) == ["mall"])
    }
}
