import HomeBlocks
import Publishing
import SQLStore
import TestSupport
import Testing

/// The rules that the schema enforces, whatever a program does. They are the same on every engine.
@Suite(.timeLimit(.minutes(2)), .everyEngine) struct SchemaTests {
    private let fixture: StoreFixture
    private let store: any InspectableStore
    private let rules: SchemaRules

    /// A database with rows in every table.
    init() async throws {
        fixture = try await .withMall()
        let (pages, console, now) = (fixture.store, ChangeContext(.console), fixture.time.clock.now)
        let retried = ChangeContext(.console, idempotency: try Idempotency(key: "k", request: [1]))
        let title = PageOperation.patch("wallet", ["content": ["title": "x"]])
        let document = try await PictureSample.page(in: pages, console)
        _ = try await pages.importPage(PageImport(page: "other", document: document), console)
        _ = try await pages.change(PageChange("mall", .draft, title), console)
        _ = try await pages.publish("mall", Publication(at: now.adding(seconds: 100)), console)
        _ = try await pages.change(PageChange("mall", .draft, title), retried)
        let audience = try AudiencePlan(json: ["name": "vips", "audience": ["platforms": ["ios"]]])
        _ = try await pages.createAudience(audience, console)
        let takeover = TakeoverPlan(shows: "other", until: now.adding(seconds: 100))
        _ = try await pages.takeOver("mall", takeover, console)
        _ = try await pages.createLink(.sample(until: now.adding(seconds: 100)), to: "mall", console)
        try await ReviewSample.add(to: pages, page: "other", console)
        _ = try await pages.createGroup(try GroupPlan("team", json: ["name": "Team"]), console)
        let plan = try CredentialPlan(.operator, json: ["name": "Mei", "role": "editor", "groups": ["team"]], at: now)
        let hash = [UInt8](repeating: 1, count: 32)
        _ = try await pages.create(NewCredential(id: "mei", plan: plan, hash: hash), console)
        try await pages.beginSession(
            hash, of: try #require(try await pages.signInRecord(of: "Mei")), until: now.adding(seconds: 100),
            idleTimeout: 100, console)
        try await FeedSample.add(to: pages, console)
        store = try fixture.store.inspected()
        rules = try await SchemaRules(of: store)
    }

    @Test func everyRule_hasAStatementThatBreaksIt() {
        #expect(rules.broken.symmetricDifference(RuleBreak.all.map(\.rule)) == [])
    }

    @Test func columns_areTheSameOnEveryEngine() async throws {
        let sqlite = try StoreEngine.$current.withValue(.sqliteMemory) { try StoreFixture() }
        let other = try await SchemaRules(of: sqlite.store.inspected())
        withExtendedLifetime(sqlite) {}
        #expect(rules.columns.symmetricDifference(other.columns) == [])
    }

    @Test func whatBreaksARule_isRefused_andLeavesNothing() async throws {
        let before = try await everything()
        let codes = try #require(try await store.text("SELECT codes FROM orders WHERE page_id = 1"))
        for attempt in RuleBreak.all {
            do {
                try await store.execute(attempt.statements(codes))
                Issue.record("taken: \(attempt.rule), \(attempt.sql)")
            } catch {
                let message = String(describing: error)
                #expect(attempt.isReason(message), "\(attempt.rule), \(attempt.sql): \(message)")
            }
        }
        let after = try await everything()
        for (table, rows) in before { #expect(after[table] == rows, "\(table)") }
        try await store.checkIntegrity()
    }

    /// The rows of each table.
    private func everything() async throws -> [String: [[SQLValue]]] {
        var rows: [String: [[SQLValue]]] = [:]
        let tables = Dictionary(grouping: rules.columns) { String($0.prefix { $0 != "." }) }
        for (table, columns) in tables {
            let order = columns.count > 1 ? "1, 2" : "1"
            rows[table] = try await store.rows(
                "SELECT * FROM \(table) ORDER BY \(order)", columns: columns.count)
            #expect(rows[table]?.isEmpty == false, "\(table) is empty: nothing of it can be broken")
        }
        return rows
    }

    @Test func takeovers_thatMeetAtAnInstant_doNotOverlap() async throws {
        func takeover(_ from: Int, _ until: Int) async throws {
            try await store.execute([
                (
                    """
                    INSERT INTO takeovers (page_id, shown_page_id, begins_at, ends_at, created_at, created_by)
                    VALUES (1, 2, \(from), \(until), 0, 'x')
                    """, []
                )
            ])
        }
        try await takeover(10, 20)
        try await takeover(20, 30)
        for (from, until) in [(15, 17), (5, 11), (29, 40), (0, 100)] {
            await #expect(throws: (any Error).self) { try await takeover(from, until) }
        }
    }
}
