import HomeBlocks
import Publishing
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLStore

/// A program that freezes while it holds a page's lock.
@Suite(.timeLimit(.minutes(1)), .needsPostgreSQL) struct FrozenProgramTests {
    @Test func aPageThatAFrozenProgramHasLocked_isRefusedAsBusy_andFreeAfterSixSeconds() async throws {
        let database = try await SharedDatabase(programs: 1)
        let frozen = PostgreSQLWorker(
            PostgreSQLServers(try #require(PostgreSQLAddress(database.url))), PoolMetrics(), idleTime: .seconds(5))
        let connection = try frozen.connection(until: .now + .seconds(10))
        _ = try connection.run("BEGIN", until: .now + .seconds(10))
        _ = try connection.run("SELECT id FROM pages FOR NO KEY UPDATE", until: .now + .seconds(10))
        let began = ContinuousClock.now
        var refusals = 0
        while true {
            let started = ContinuousClock.now
            do {
                _ = try await database.stores[0].change(
                    PageChange("mall", .live, .move("wallet", round: 0)), .numbered("1"))
                break
            } catch PublishingError.unavailable(let reason) {
                #expect(reason == .busy)
                #expect(started.duration(to: .now) < .milliseconds(3500))
                refusals += 1
            }
        }
        let time = began.duration(to: .now)
        #expect(refusals == 1)
        #expect(time < .seconds(6), "\(time)")
        #expect(throws: PostgreSQLError.self) { try connection.run("COMMIT", until: .now + .seconds(10)) }
        #expect(!connection.isUsable, "a connection that the server has ended is not used again")
    }

    @Test func aChange_duringWhichTheProgramFroze_isMadeOnce() async throws {
        let database = try await SharedDatabase(programs: 1)
        let attempts = Mutex(0)
        let title = try await database.stores[0].page("mall").page.title
        try await database.stores[0].engine.write(.commit) { transaction in
            try transaction.execute("UPDATE pages SET title = title || 'x'", [])
            guard
                attempts.withLock({
                    $0 += 1; return $0
                }) == 1
            else { return }
            let process = try transaction.number("SELECT pg_backend_pid()") ?? 0
            try transaction.execute("SET LOCAL idle_in_transaction_session_timeout = 20", [])
            try database.connect().waitForEnd(of: process)
            try transaction.execute("UPDATE pages SET title = title || 'y'", [])
        }
        #expect(attempts.withLock { $0 } == 2)
        #expect(try await database.stores[0].page("mall").page.title == title + "x")
    }
}

extension PostgreSQLConnection {
    /// Waits until the server has ended a connection.
    func waitForEnd(of process: Int64) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while try run("SELECT 1 FROM pg_stat_activity WHERE pid = ?1", [.integer(process)], until: deadline).rowCount
            > 0
        {
        }
    }
}
