import Foundation
import HomeBlocks
import Publishing
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLStore

/// Concurrent changes of one page that wait for its lock in one program.
@Suite(.timeLimit(.minutes(1)), .needsPostgreSQL) struct SharedCommitTests {
    private let database: SharedDatabase
    private let store: PostgreSQLStore

    init() async throws {
        database = try await SharedDatabase()
        store = database.stores[0]
    }

    private static func request(_ number: Int, fingerprint: String = "1") throws -> ChangeContext {
        ChangeContext(
            .console, idempotency: try Idempotency(key: "k\(number)", request: Array(fingerprint.utf8)),
            requestID: "\(number)")
    }

    private func reorder(_ moves: [Move], _ request: ChangeContext) async throws -> ChangeOutcome {
        try await store.change(PageChange("mall", .live, .order(.moves(moves))), request)
    }

    /// Makes changes while another program holds the page's lock, so that they wait, and then releases it.
    private func together<Value: Sendable>(
        _ count: Int, _ change: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Result<Value, any Error>] {
        let other = try database.connect()
        _ = try other.run("BEGIN", until: .now + .seconds(10))
        _ = try other.run("SELECT id FROM pages FOR UPDATE", until: .now + .seconds(10))
        return try await withThrowingTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
            for number in 0..<count {
                group.addTask {
                    do { return (number, .success(try await change(number))) } catch {
                        return (number, .failure(error))
                    }
                }
            }
            // The first change waits for the lock, the others wait for the first.
            while store.engine.commits.waitingCount < count - 1 { await Task.yield() }
            _ = try other.run("COMMIT", until: .now + .seconds(10))
            var results: [Int: Result<Value, any Error>] = [:]
            for try await (number, result) in group { results[number] = result }
            return (0..<count).compactMap { results[$0] }
        }
    }

    private func commitCount() async throws -> Int64 { try await database.number("SELECT count(*) FROM commits") ?? 0 }

    @Test func changesThatWait_shareCommits_andMakeOneHistory() async throws {
        let before = try await commitCount()
        let codes = try await store.revision("mall", .live).order.order
        let results = try await together(12) { number in
            try await reorder([Move(codes[1 + number], to: .start)], Self.request(number))
        }
        #expect(Set(try results.map { try $0.get().revision }) == Set(2...13))
        #expect(try await commitCount() - before < 12)
        try await database.checkHistory(of: "mall")
        #expect(try await database.changesByRequest().filter { Int($0.key) != nil }.count == 12)
    }

    @Test func aRejectedChange_isRolledBackAlone_withItsKey() async throws {
        let results = try await together(9) { number in
            try await reorder([Move(number % 3 == 1 ? "nothing" : "otc", to: .position(number))], Self.request(number))
        }
        for (number, result) in results.enumerated() {
            if number % 3 == 1 {
                #expect(throws: PublishingError.self) { try result.get() }
                // The key is free: the rejected request made no change.
                _ = try await reorder([Move("wallet", to: .position(number))], Self.request(number, fingerprint: "2"))
            } else {
                let outcome = try result.get()
                #expect(try await reorder([Move("otc", to: .start)], Self.request(number)).stored == outcome.stored)
            }
        }
        try await database.checkHistory(of: "mall")
        #expect(try await database.number("SELECT count(*) FROM idempotency WHERE CAST(answer AS text) = 'null'") == 0)
    }

    @Test func aChangeThatTheServerRejects_affectsNoOther() async throws {
        let results = try await together(6) { number in
            try await store.engine.write(.groupCommit(page: "mall")) { database in
                try database.run("SELECT 1 FROM pages WHERE slug = 'mall' FOR UPDATE")
                if number == 3 { try database.runLater("INSERT INTO drafts (page_id) VALUES (-1)") }
                try database.runLater("UPDATE pages SET title = ?1 WHERE slug = 'mall'", "Title \(number)")
            }
        }
        #expect(throws: PostgreSQLError.self) { try results[3].get() }
        for number in [0, 1, 2, 4, 5] { _ = try results[number].get() }
        #expect(try await store.page("mall").page.title.hasPrefix("Title "))
    }

    @Test func whileAnotherProgramHasThePage_allFailOnce() async throws {
        let other = try database.connect()
        _ = try other.run("BEGIN", until: .now + .seconds(10))
        _ = try other.run("SELECT id FROM pages FOR UPDATE", until: .now + .seconds(10))
        let began = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                group.addTask {
                    await #expect {
                        try await reorder([Move("otc", to: .start)], Self.request(number))
                    } throws: {
                        if case PublishingError.unavailable(.busy) = $0 { true } else { false }
                    }
                }
            }
        }
        // The lock timeout is three seconds.
        #expect(ContinuousClock.now - began < .seconds(9))
        _ = try other.run("COMMIT", until: .now + .seconds(10))
        _ = try await reorder([Move("otc", to: .start)], Self.request(7))
    }

    @Test func aChange_thatGetsNoConnectionInTime_isRefused() async throws {
        let time = Duration.milliseconds(200)
        let address = try #require(PostgreSQLAddress(database.url))
        let store = PostgreSQLStore(
            engine: PostgreSQLEngine(address, clock: nil, time: time), catalog: try Project.catalog(), clock: .system)
        defer { try? store.close() }
        let gate = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: Void.self) { group in
            // The whole pool.
            for _ in 0..<8 {
                group.addTask {
                    try await store.engine.read { _ in
                        begin.yield()
                        gate.wait()
                    }
                }
            }
            var starts = begun.makeAsyncIterator()
            for _ in 0..<8 { _ = await starts.next() }
            group.addTask {
                await #expect {
                    _ = try await store.change(
                        PageChange("mall", .live, .order(.moves([Move("otc", to: .start)]))), Self.request(1))
                } throws: {
                    if case PublishingError.unavailable(.busy) = $0 { true } else { false }
                }
            }
            while store.engine.commits.waitingCount == 0 { await Task.yield() }
            try await Task.sleep(for: time)
            for _ in 0..<8 { gate.signal() }
            try await group.waitForAll()
        }
        #expect(try await database.stores[0].page("mall").revision == 1)
    }
}
