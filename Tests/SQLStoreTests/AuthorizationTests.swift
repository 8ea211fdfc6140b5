import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Each change checks its credential again in its transaction.
@Suite(.timeLimit(.minutes(1)), .everyEngine) struct AuthorizationTests {
    private let fixture: StoreFixture
    private let store: any PageStore
    private let time: TestClock

    init() async throws {
        fixture = try StoreFixture()
        (store, time) = (fixture.store, fixture.time)
        try await store.addStarterPages([("music", PageDocument(blocks: []))])
    }

    private func failure(
        _ work: () async throws -> Void
    ) async -> AuthorizationFailure.Cause? {
        do {
            try await work()
            return nil
        } catch PublishingError.refused(let failure) { return failure.cause } catch { return nil }
    }

    @Test func aTokenThatIsNoMore_makesNoChangeOfAnyKind() async throws {
        let actor = Actor(
            credential: "gone", name: "Gone", role: .admin, authorization: Authorization(.token, needs: .viewer))
        let context = ChangeContext(actor)
        let store = store
        let end = time.clock.now.adding(seconds: 60)
        let page = PageImport(page: "music", document: PageDocument(blocks: []))
        let plan = try CredentialPlan(.token, json: ["name": "x", "role": "viewer"], at: time.clock.now)
        let made = NewCredential(id: "x", plan: plan, hash: Array(repeating: 1, count: 32))
        let takeover = TakeoverPlan(shows: "music", until: end)
        let order = try OrderChange(json: ["moves": []])
        let changes: [(String, () async throws -> Void)] = [
            ("change", { _ = try await store.change(PageChange("music", .live, .order(order)), context) }),
            (
                "dry run",
                { _ = try await store.change(PageChange("music", .live, .order(order), isDryRun: true), context) }
            ),
            ("importPage", { _ = try await store.importPage(page, context) }),
            ("publish", { _ = try await store.publish("music", try Publication(json: [:]), context) }),
            ("discardDraft", { _ = try await store.discardDraft("music", context) }),
            ("restore", { _ = try await store.restore("music", number: 1, message: "", context) }),
            ("cancelRelease", { _ = try await store.cancelRelease(1, of: "music", context) }),
            (
                "changeRelease",
                { _ = try await store.changeRelease(1, of: "music", ReleaseChange(message: "x"), context) }
            ),
            ("takeOver", { _ = try await store.takeOver("music", takeover, context) }),
            ("cancelTakeover", { _ = try await store.cancelTakeover(1, of: "music", context) }),
            ("createLink", { _ = try await store.createLink(.sample(until: end), to: "music", context) }),
            ("revokeLink", { _ = try await store.revokeLink(1, to: "music", context) }),
            ("createPage", { _ = try await store.createPage(try PagePlan(json: ["page": "new"]), context) }),
            (
                "renamePage",
                { _ = try await store.renamePage("music", try PageRenaming(json: ["title": "x"]), context) }
            ),
            ("deletePage", { _ = try await store.deletePage("music", context) }),
            ("create", { _ = try await store.create(made, context) }),
            ("revoke", { _ = try await store.revoke(.token, "x", context) }),
            (
                "operator",
                { _ = try await store.change(operator: "x", OperatorChange(), passwordHash: nil, context) }
            ),
            ("createGroup", { _ = try await store.createGroup(try GroupPlan("g", json: ["name": "x"]), context) }),
            ("changeGroup", { _ = try await store.changeGroup("g", try GroupChange(json: [:]), context) }),
            ("deleteGroup", { _ = try await store.deleteGroup("g", context) }),
            ("endSessions", { try await store.endSessions(of: "x", only: nil, context) }),
        ]
        for (name, change) in changes {
            #expect(await failure(change) == .token(reason: "it is unknown"), "\(name)")
        }
    }

    @Test func aSessionThatWasIdleForTooLong_orWhoseRoleIsTooLow_makesNoChange() async throws {
        let hash: [UInt8] = Array(repeating: 1, count: 32)
        let plan = try CredentialPlan(.operator, json: ["name": "Mei", "role": "editor"], at: time.clock.now)
        _ = try await store.create(NewCredential(id: "mei", plan: plan, hash: hash), ChangeContext(.console))
        let mei = try #require(try await store.credentials(.operator).first)
        try await store.beginSession(
            hash, of: SignInRecord(operator: mei, hash: hash), until: time.clock.now.adding(seconds: 3600),
            idleTimeout: 600, ChangeContext(.console))
        var rules = SessionRules()
        rules.idleTimeout = 600
        func create(needs role: Role) async -> AuthorizationFailure.Cause? {
            let authorization = Authorization(.session(hash: hash, rules), needs: role)
            let context = ChangeContext(mei.actor.authorized(by: authorization))
            return await failure { _ = try await store.createPage(try PagePlan(json: ["page": "new"]), context) }
        }
        #expect(await create(needs: .publisher) == .role(held: .editor, needed: .publisher))
        time.advance(seconds: 600)
        #expect(await create(needs: .viewer) == .session)
        #expect(try await store.pages(for: .readAll).count == 1)
    }
}
