import HomeBlocks
import PostgreSQLMigrations
import Publishing
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLStore

/// Several programs as nodes of one database.
@Suite(.timeLimit(.minutes(2)), .needsPostgreSQL) struct NodeTests {
    /// Everything that a store emits.
    private func changes(of store: PostgreSQLStore) -> AsyncStream<ExternalChanges>.Iterator {
        store.externalChanges(version: "1").makeAsyncIterator()
    }

    private func change(_ page: String, _ round: Int, at store: PostgreSQLStore) async throws {
        _ = try await store.change(
            PageChange(page, .live, .move("wallet", round: round)), .numbered("\(page).\(round)"))
    }

    @Test func others_learnWhichPagesWereChanged() async throws {
        let database = try await SharedDatabase(pages: ["mall", "news"])
        var changes = changes(of: database.stores[1])
        #expect(await changes.next() == .everything)
        try await change("news", 0, at: database.stores[0])
        #expect(await changes.next() == .pages(["news"]))
        _ = try await database.stores[0].renamePage(
            "news", try PageRenaming(json: ["page": "latest"]), .numbered("rename"))
        #expect(await changes.next() == .everything)
    }

    /// A program refreshes after its own changes itself, however many pages they affect.
    @Test func ownChanges_areNotEmitted() async throws {
        let pages = (0..<4).map { "page-\($0)" }
        let database = try await SharedDatabase(pages: pages + ["mall"])
        var changes = changes(of: database.stores[0])
        #expect(await changes.next() == .everything)
        _ = try await concurrently(4) { number in
            for round in 0..<50 { try await self.change(pages[number], round, at: database.stores[0]) }
        }
        // The next emitted change is the other program's.
        try await change("mall", 0, at: database.stores[1])
        #expect(await changes.next() == .pages(["mall"]))
    }

    /// A load balancer must not take a node out of service because many requests wait for one page.
    @Test func aNodeWhoseConnectionsAreAllInUse_isReady() async throws {
        let database = try await SharedDatabase(programs: 1)
        let store = database.stores[0]
        let follower = Task { for await _ in store.externalChanges(version: "1") {} }
        defer { follower.cancel() }
        async let uses: [Void] = concurrently(8) { _ in
            try await store.engine.read { _ = try $0.number("SELECT 1 FROM pg_sleep(4)") }
        }
        try await Task.sleep(for: .seconds(2.5))
        try await store.engine.checkReadiness()
        #expect(store.engine.node?.staleSeconds == nil)
        _ = try await uses
    }

    @Test func aChangeWhoseOutcomeIsUnknown_isEmitted() async throws {
        let database = try await SharedDatabase(programs: 1)
        let isBroken = Mutex(false)
        let proxy = try PostgreSQLProxy { isBroken.withLock { $0 } ? .answeredToNobody : .forwarded }
        defer { proxy.close() }
        let store = PostgreSQLStore(
            engine: PostgreSQLEngine(
                try #require(PostgreSQLAddress(proxy.address(of: database.url))), clock: nil, time: .seconds(1)),
            catalog: try Project.catalog(), clock: .system)
        defer { try? store.close() }
        var changes = changes(of: store)
        #expect(await changes.next() == .everything)
        _ = try await concurrently(64) { _ in try await store.engine.read { try $0.number("SELECT 1") } }
        isBroken.withLock { $0 = true }
        proxy.refuseConnections()
        do {
            try await change("mall", 0, at: store)
            Issue.record("acknowledged")
        } catch PublishingError.unavailable(.outcomeUnknown) {}
        #expect(await changes.next() == .everything)
    }

    @Test func aNode_isCurrentWhileItReadsTheLog_andGoneAfterItsEnd() async throws {
        let database = try await SharedDatabase()
        var changes = changes(of: database.stores[0])
        #expect(await changes.next() == .everything)
        async let next = changes.next()
        let node = try #require(database.stores[0].node)
        while try await database.stores[1].nodes().nodes.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        let listed = try await database.stores[1].nodes()
        #expect(listed.nodes.map(\.id) == [node.idText])
        #expect(listed.nodes[0].layouts == database.stores[0].layouts.hash)
        #expect(node.staleSeconds == nil)
        try database.stores[0].close()
        #expect(await next == nil)
        #expect(try await database.stores[1].nodes().nodes.isEmpty)
    }

    @Test func aNodeThatWasSilentForAnHour_isNotListed() async throws {
        let database = try await SharedDatabase()
        let now = Int(Instant.system.milliseconds)
        try await database.stores[1].engine.write(.commit) { transaction in
            for (age, name) in [(3_590_000, "late"), (3_610_000, "gone")] {
                try transaction.run(
                    """
                    INSERT INTO nodes (id, name, version, layouts, started_at, seen_at, last_line)
                    VALUES (gen_random_uuid(), ?1, '1', '', 0, ?2, 0)
                    """, name, now - age)
            }
        }
        var changes = changes(of: database.stores[0])
        #expect(await changes.next() == .everything)
        async let next = changes.next()
        let own = try #require(database.stores[0].node).name
        while try await database.stores[1].nodes().nodes.map(\.name).sorted() != ["late", own].sorted() {
            try await Task.sleep(for: .milliseconds(20))
        }
        try database.stores[0].close()
        _ = await next
    }

    @Test func changesThatAreNotPublished_endTheLease() async throws {
        let database = try await SharedDatabase()
        var changes = changes(of: database.stores[0])
        let node = try #require(database.stores[0].node)
        #expect(await changes.next() == .everything)
        try await change("mall", 0, at: database.stores[1])
        // Nobody requests the next changes.
        while node.staleSeconds == nil { try await Task.sleep(for: .milliseconds(20)) }
        #expect(throws: PublishingError.self) { try node.checkLease() }
        #expect(await changes.next() == .pages(["mall"]))
        async let next = changes.next()
        while node.staleSeconds != nil { try await Task.sleep(for: .milliseconds(20)) }
        try node.checkLease()
        try database.stores[0].close()
        _ = await next
    }

    @Test func attempts_areCountedOnce_howeverManyComeAtOnce() async throws {
        let database = try await SharedDatabase(pages: [])
        let key = AttemptKey("test", [[1], nil], limit: 7, seconds: 600)
        let other = AttemptKey("test", [[1], []], limit: 100, seconds: 600)
        #expect(key.hash != other.hash)
        let refusals = try await concurrently(40) { number in
            try await database.stores[number % 2].countAttempt(number.isMultiple(of: 3) ? [key, other] : [other, key])
        }
        #expect(refusals.count(where: { $0 == nil }) == 7)
        #expect(refusals.compactMap(\.self).allSatisfy { (590...600).contains($0) })
        // Rejected attempts are not counted under any key.
        #expect(try await database.number("SELECT CAST(sum(count) AS bigint) FROM attempts") == 14)
        try await database.stores[0].decrementAttempts([key, other], resetting: nil)
        #expect(try await database.stores[1].countAttempt([key]) == nil)
        #expect(try await database.stores[1].countAttempt([key]) != nil)
        try await database.stores[0].decrementAttempts([key], resetting: key)
        #expect(try await database.stores[1].countAttempt([key]) == nil)
    }

    @Test func exclusiveWork_runsAtOneProgramAtATime() async throws {
        let database = try await SharedDatabase(pages: [])
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        async let first = database.stores[0].runAlone {
            enter.yield()
            for await _ in released { break }
        }
        for await _ in entered { break }
        #expect(try await database.stores[1].runAlone { Issue.record("ran concurrently with another") } == false)
        release.yield()
        #expect(try await first)
        #expect(try await database.stores[1].runAlone {})
    }

    @Test func theLastSetUpLink_isTheValidOne() async throws {
        let database = try await SharedDatabase(pages: [])
        let (first, second) = (Digest.sha256([1]), Digest.sha256([2]))
        try await database.stores[0].offerSetUp(first, seconds: 60)
        try await database.stores[1].offerSetUp(second, seconds: 60)
        #expect(try await database.stores[1].acceptsSetUp(first) == false)
        #expect(try await database.stores[0].acceptsSetUp(second))
        try await database.stores[0].offerSetUp(first, seconds: 0)
        #expect(try await database.stores[0].acceptsSetUp(first) == false)
        try await database.stores[0].withdrawSetUp()
        #expect(try await database.number("SELECT count(*) FROM set_up_link") == 0)
    }

    @Test func aDatabaseOfTheFirstVersion_isMigrated_andProgramsOfThatVersionContinue() async throws {
        let url = try #require(PostgreSQLServer.current).makeSchema()
        let old = try PostgreSQLConnection(try #require(PostgreSQLAddress(url)))
        let deadline = ContinuousClock.now + .seconds(30)
        try old.run(script: PostgreSQLMigrations.all[0].sql, until: deadline)
        _ = try old.run("INSERT INTO homeblocks_schema (version, minimum_program) VALUES (1, 1)", until: deadline)
        let store = try SharedDatabase.open(url)
        defer { try? store.close() }
        let schema = try old.run("SELECT version, minimum_program FROM homeblocks_schema", until: deadline).row(0)
        #expect(try schema.int(0) == PostgreSQLSchema.version)
        #expect(try schema.int(1) == 1)
        var changes = changes(of: store)
        #expect(await changes.next() == .everything)
        _ = try old.run(
            "INSERT INTO audit (at, actor, action, outcome, page) VALUES (0, 'Ada', 'live.order', 'done', 'mall')",
            until: deadline)
        #expect(await changes.next() == .pages(["mall"]))
    }

    @Test func aServerOfALowerTimeline_isRefused() async throws {
        let database = try await SharedDatabase(programs: 1)
        let servers = PostgreSQLServers(try #require(PostgreSQLAddress(database.url)))
        let connection = try servers.connect(until: .now + .seconds(10))
        #expect(connection.isDeposed?() == false)
        servers.note(timeline: 1000)
        #expect(connection.isDeposed?() == true)
        #expect(throws: PostgreSQLError.self) { try servers.connect(until: .now + .seconds(10)) }
    }
}
