import HomeBlocks
import Publishing
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLStore

/// Connections that are lost during changes: an acknowledged change is made exactly once.
@Suite(.timeLimit(.minutes(3)), .needsPostgreSQL) struct LostConnectionTests {
    /// Makes changes in several concurrent tasks.
    ///
    /// - Returns: the ids of the acknowledged changes. The others may only fail as unavailable.
    private func change(_ stores: [PostgreSQLStore], writers: Int, rounds: Range<Int>) async throws -> [String] {
        try await concurrently(writers) { writer in
            var acknowledged: [String] = []
            for round in rounds {
                let id = "\(writer).\(round)"
                do {
                    _ = try await stores[writer % stores.count].change(
                        PageChange("page-\(writer)", .live, .move("wallet", round: round)), .numbered(id))
                    acknowledged.append(id)
                } catch PublishingError.unavailable {}
            }
            return acknowledged
        }.flatMap(\.self)
    }

    private func checkOnce(_ acknowledged: [String], in database: SharedDatabase) async throws {
        let logged = try await database.changesByRequest()
        #expect(logged.filter { $0.value != 1 } == [:], "made twice")
        let lost = acknowledged.filter { logged[$0] == nil }
        #expect(lost == [], "acknowledged and lost")
        try await database.checkIntegrity()
    }

    @Test func changes_whoseConnectionsTheServerEnds_areMadeOnce() async throws {
        let writers = 4
        let database = try await SharedDatabase(pages: (0..<writers).map { "page-\($0)" })
        let name = "application_name=\(UInt64.random(in: 0 ... .max))"
        let stores = try (0..<2).map { _ in try SharedDatabase.open("\(database.url)&\(name)") }
        defer { for store in stores { try? store.close() } }
        let isDone = Mutex(false)
        let kills = Mutex(0)

        async let killing: Void = Task.detached {
            let killer = try database.connect()
            while !isDone.withLock({ $0 }) {
                // Several at once, so that their changes are at different statements.
                let killed = try killer.run(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE application_name = ?1 AND state <> 'idle' AND random() < 0.3
                    """, [.text(String(name.dropFirst("application_name=".count)))], until: .now + .seconds(10)
                ).rowCount
                kills.withLock { $0 += killed }
                try await Task.sleep(for: .milliseconds(Int.random(in: 50...250)))
            }
        }.value
        defer { isDone.withLock { $0 = true } }
        var acknowledged: [String] = []
        var rounds = 0
        // The changes may be faster than the first one that ends a connection.
        repeat {
            acknowledged += try await change(stores, writers: writers, rounds: rounds..<(rounds + 50))
            rounds += 50
        } while kills.withLock { $0 } == 0
        isDone.withLock { $0 = true }
        try await killing
        #expect(acknowledged.count > rounds * writers * 95 / 100)
        try await checkOnce(acknowledged, in: database)
    }

    @Test func changes_whoseConnectionIsLostAroundCommit_areMadeOnce() async throws {
        let writers = 4
        let database = try await SharedDatabase(programs: 1, pages: (0..<writers).map { "page-\($0)" })
        let generator = Mutex(SeededGenerator(seed: 7))
        let losses = Mutex(0)
        let proxy = try PostgreSQLProxy {
            let fates: [CommitFate] = [.forwarded, .forwarded, .withheld, .unanswered, .answeredToNobody]
            let fate = generator.withLock { fates.randomElement(using: &$0) } ?? .forwarded
            if fate != .forwarded { losses.withLock { $0 += 1 } }
            return fate
        }
        defer { proxy.close() }
        // COMMITs while a store is opened are lost, too.
        let stores = try (0..<2).map { _ in
            PostgreSQLStore(
                engine: PostgreSQLEngine(
                    try #require(PostgreSQLAddress(proxy.address(of: database.url))), clock: nil),
                catalog: try Project.catalog(), clock: .system)
        }
        defer { for store in stores { try? store.close() } }
        let acknowledged = try await change(stores, writers: writers, rounds: 0..<50)
        #expect(losses.withLock { $0 } > 50)
        // Each change finds out its outcome within its time limit.
        #expect(acknowledged.count == writers * 50)
        try await checkOnce(acknowledged, in: database)
    }

    /// A store whose connections go through a proxy.
    private func store(
        through proxy: PostgreSQLProxy, _ database: SharedDatabase, time: Duration = .seconds(10)
    ) throws -> PostgreSQLStore {
        let address = try #require(PostgreSQLAddress(proxy.address(of: database.url)))
        return PostgreSQLStore(
            engine: PostgreSQLEngine(address, clock: nil, time: time), catalog: try Project.catalog(), clock: .system)
    }

    @Test(arguments: [CommitFate.withheld, .unanswered])
    func aChange_whoseServerIsGoneWhenItCommits_hasAnUnknownOutcome(_ fate: CommitFate) async throws {
        let database = try await SharedDatabase(programs: 1)
        let ending = Mutex<PostgreSQLProxy?>(nil)
        let proxy = try PostgreSQLProxy {
            ending.withLock { $0 }?.refuseConnections()
            return fate
        }
        ending.withLock { $0 = proxy }
        defer {
            ending.withLock { $0 = nil }
            proxy.close()
        }
        let store = try store(through: proxy, database, time: .seconds(1))
        defer { try? store.close() }
        do {
            _ = try await store.change(PageChange("mall", .live, .move("wallet", round: 0)), .numbered("1"))
            Issue.record("acknowledged")
        } catch PublishingError.unavailable(let reason) {
            #expect(reason == .outcomeUnknown)
        }
    }

    @Test func aServerThatIsGoneBeforeTheCommit_isUnreachable() async throws {
        let database = try await SharedDatabase(programs: 1)
        let proxy = try PostgreSQLProxy { .forwarded }
        let store = try store(through: proxy, database, time: .seconds(1))
        defer { try? store.close() }
        _ = try await store.page("mall")
        proxy.close()
        do {
            _ = try await store.change(PageChange("mall", .live, .move("wallet", round: 0)), .numbered("1"))
            Issue.record("acknowledged")
        } catch PublishingError.unavailable(let reason) {
            #expect(reason == .unreachable)
        }
    }

    /// The server keeps the lost transaction open, which may still be committed, until its idle timeout.
    @Test func aChange_whoseLostTransactionIsStillOpen_waitsForItsEnd() async throws {
        let database = try await SharedDatabase(programs: 1)
        let count = Mutex(0)
        let proxy = try PostgreSQLProxy {
            count.withLock {
                $0 += 1; return $0
            } == 1 ? .stalled : .forwarded
        }
        defer { proxy.close() }
        let store = try store(through: proxy, database)
        defer { try? store.close() }
        _ = try await store.change(PageChange("mall", .live, .setTitle("wallet", "once")), .numbered("1"))
        try await checkOnce(["1"], in: database)
        #expect(try await database.changesByRequest() == ["1": 1])
    }

    @Test func aChange_whoseLostTransactionStaysOpen_hasAnUnknownOutcome() async throws {
        let database = try await SharedDatabase(programs: 1)
        let proxy = try PostgreSQLProxy { .stalled }
        defer { proxy.close() }
        let store = try store(through: proxy, database, time: .milliseconds(4500))
        defer { try? store.close() }
        do {
            _ = try await store.change(PageChange("mall", .live, .setTitle("wallet", "once")), .numbered("1"))
            Issue.record("acknowledged")
        } catch PublishingError.unavailable(let reason) {
            #expect(reason == .outcomeUnknown)
        }
    }

    /// Ends all of a store's connections to a server.
    private func endConnections(of store: PostgreSQLStore, named name: String, _ database: SharedDatabase) async throws
    {
        _ = try await concurrently(64) { _ in try await store.engine.read { try $0.number("SELECT 1") } }
        let connection = try database.connect()
        let ended = try connection.run(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = ?1", [.text(name)],
            until: .now + .seconds(20))
        #expect(ended.rowCount > 1)
    }

    @Test func aServer_isReady_thoughAllConnectionsWereLost() async throws {
        let database = try await SharedDatabase(programs: 1)
        let name = "\(UInt64.random(in: 0 ... .max))"
        let store = try SharedDatabase.open("\(database.url)&application_name=\(name)")
        defer { try? store.close() }
        for _ in 0..<3 {
            try await endConnections(of: store, named: name, database)
            try await store.engine.checkReadiness()
            try await endConnections(of: store, named: name, database)
            _ = try await store.metrics()
        }
    }

    @Test func aCheck_whoseConnectionIsLost_reportsNoDamage() async throws {
        let database = try await SharedDatabase(programs: 1)
        let catalog = try Project.catalog()
        let attempts = Mutex(0)
        let report = try await database.stores[0].engine.read { transaction in
            let attempt = attempts.withLock {
                $0 += 1
                return $0
            }
            let process = try transaction.number("SELECT pg_backend_pid()") ?? 0
            if attempt == 1 {
                _ = try database.connect().run(
                    "SELECT pg_terminate_backend(?1, 10000)", [.integer(process)], until: .now + .seconds(20))
            }
            var report = DatabaseReport()
            try DatabaseCheck(catalog, at: PublishingClock.system.now, transaction).run(&report)
            return report
        }
        #expect(attempts.withLock { $0 } == 2)
        #expect(report.issues == [])
        #expect(!report.pages.isEmpty)
    }

    @Test func aTransaction_whoseBeginningFails_leavesAConnectionThatCanBeUsed() async throws {
        let database = try await SharedDatabase(programs: 1)
        let connection = try database.connect()
        let transaction = PostgreSQLTransaction(
            connection, beginning: [PostgreSQLMessage("BEGIN"), PostgreSQLMessage("SELECT 1 / 0")], clock: nil,
            until: .now + .seconds(20))
        #expect(throws: PostgreSQLError.self) { try transaction.wasCommitted() }
        transaction.rollBack()
        _ = try connection.run("SELECT 1", until: .now + .seconds(20))
    }

    @Test(arguments: ["25P03", "57P01", "08006", "53300"])
    func aConnection_thatTheServerEndsOrRefuses_isUnreachable(_ state: String) {
        guard case .unavailable(let reason) = PostgreSQLError.server(state: state, message: "").publishingError else {
            Issue.record("another error")
            return
        }
        #expect(reason == .unreachable)
    }
}
