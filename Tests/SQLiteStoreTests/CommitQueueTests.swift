import Foundation
import GRDB
import Publishing
import SQLStore
import Synchronization
import TestSupport
import Testing

@testable import SQLiteStore

/// Changes that share a commit.
@Suite(.timeLimit(.minutes(1))) struct CommitQueueTests {
    private struct Refusal: Error {}

    private let folder: TemporaryFolder
    private let pool: DatabasePool
    private let queue: CommitQueue
    private let commits = CommitCounter()

    init() throws {
        folder = try TemporaryFolder()
        var configuration = Configuration()
        configuration.busyMode = .timeout(0.2)
        configuration.foreignKeysEnabled = true
        pool = try DatabasePool(path: folder.path("queue.sqlite"), configuration: configuration)
        let commits = commits
        try pool.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE lines (
                        id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
                        parent INTEGER REFERENCES lines (id) DEFERRABLE INITIALLY DEFERRED)
                    """)
            database.add(transactionObserver: commits)
        }
        queue = SQLiteEngine.makeCommitQueue(pool, BusyTimeoutTracker(), .system)
    }

    /// Adds a line, and returns the number of lines.
    @discardableResult
    private func add(_ name: String, fails: Bool = false) async throws -> Int {
        try await queue.write { try Self.insert(name, fails: fails, $0) }
    }

    private static func insert(_ name: String, fails: Bool = false, _ connection: any SQLTransaction) throws -> Int {
        _ = try connection.execute("INSERT INTO lines (name) VALUES (?1)", [.text(name)])
        if fails { throw Refusal() }
        var count = 0
        try connection.query("SELECT count(*) FROM lines", []) { row in
            if case .integer(let number) = row[0] { count = Int(number) }
            return false
        }
        return count
    }

    private func names() throws -> Set<String> {
        try pool.read { try String.fetchSet($0, sql: "SELECT name FROM lines") }
    }

    /// Makes changes wait for the connection until all of them are queued.
    private func together<Value: Sendable>(
        _ count: Int, _ change: @escaping @Sendable (Int) async throws -> Value
    ) async -> [Result<Value, any Error>] {
        let gate = DispatchSemaphore(value: 0)
        pool.asyncWriteWithoutTransaction { _ in gate.wait() }
        return await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
            for number in 0..<count {
                group.addTask {
                    do { return (number, .success(try await change(number))) } catch {
                        return (number, .failure(error))
                    }
                }
            }
            while queue.waitingCount < count { await Task.yield() }
            gate.signal()
            var results: [Int: Result<Value, any Error>] = [:]
            for await (number, result) in group { results[number] = result }
            return (0..<count).compactMap { results[$0] }
        }
    }

    @Test func changesThatWait_areCommittedTogether_eachWithItsResult() async throws {
        let results = await together(20) { number in
            let count = try await add("line \(number)")
            // An acknowledged change is committed: other connections see it.
            #expect(try names().contains("line \(number)"))
            return count
        }
        #expect(try results.map { try $0.get() }.sorted() == Array(1...20))
        #expect(commits.count < 20)
        #expect(try names().count == 20)
    }

    @Test func aChangeAlone_isCommittedAtOnce() async throws {
        #expect(try await add("one") == 1)
        #expect(try names() == ["one"])
    }

    @Test func aChangeThatFails_isRolledBackAlone() async throws {
        let results = await together(9) { try await add("line \($0)", fails: $0 % 3 == 0) }
        for (number, result) in results.enumerated() {
            if number % 3 == 0 { #expect(throws: Refusal.self) { try result.get() } } else { _ = try result.get() }
        }
        #expect(try names() == Set([1, 2, 4, 5, 7, 8].map { "line \($0)" }))
    }

    @Test func aChangeThatEndsTheTransaction_affectsNoOther() async throws {
        try await add("there")
        let results = await together(5) { number in
            try await queue.write { connection in
                // SQLite rolls back the whole transaction.
                if number == 2 {
                    _ = try connection.execute("INSERT OR ROLLBACK INTO lines (name) VALUES ('there')", [])
                }
                return try Self.insert("line \(number)", connection)
            }
        }
        #expect(throws: DatabaseError.self) { try results[2].get() }
        #expect(try names() == Set(["there"] + [0, 1, 3, 4].map { "line \($0)" }))
    }

    @Test func aChangeThatCannotBeCommitted_affectsNoOther() async throws {
        let results = await together(5) { number in
            try await queue.write { connection in
                if number == 3 {
                    _ = try connection.execute("INSERT INTO lines (name, parent) VALUES ('orphan', 99)", [])
                }
                return try Self.insert("line \(number)", connection)
            }
        }
        #expect(throws: DatabaseError.self) { try results[3].get() }
        #expect(try names() == Set([0, 1, 2, 4].map { "line \($0)" }))
    }

    @Test func aCancelledChange_isNotMade_andTheOthersAre() async throws {
        let results = await together(5) { number in
            let task = Task {
                try await queue.write { try Self.insert("line \(number)", $0) }
            }
            if number == 1 { task.cancel() }
            return try await task.value
        }
        #expect(throws: CancellationError.self) { try results[1].get() }
        #expect(try names() == Set([0, 2, 3, 4].map { "line \($0)" }))
    }

    @Test func whileAnotherProgramHasTheLock_allFailOnce() async throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.path("queue.sqlite"), configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let began = ContinuousClock.now
        let results = await together(10) { try await add("line \($0)") }
        for result in results {
            let error = #expect(throws: DatabaseError.self) { try result.get() }
            #expect(error?.resultCode == .SQLITE_BUSY)
        }
        #expect(ContinuousClock.now - began < .seconds(10 * 0.2))
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try await add("later") == 1)
    }

    /// Whatever happens to each change, exactly the acknowledged ones are stored, and each saw the previous ones.
    @Test(arguments: 1...5) func randomChanges_areThereIfTheyWereAcknowledged(seed: UInt64) async throws {
        var dice = SeededGenerator(seed: seed)
        let kinds = (0..<200).map { _ in Int.random(in: 0..<8, using: &dice) }
        let results = await together(kinds.count) { number in
            let task = Task {
                try await queue.write { database in
                    switch kinds[number] {
                    case 0: throw Refusal()
                    case 1: return try Self.insert("line \(number)", fails: true, database)
                    case 2 where number % 5 == 0:
                        _ = try database.execute(
                            "INSERT INTO lines (name, parent) VALUES (?1, -1)", [.text("orphan \(number)")])
                    default: break
                    }
                    return try Self.insert("line \(number)", database)
                }
            }
            if kinds[number] == 3 { task.cancel() }
            return try await task.value
        }
        let acknowledged = results.enumerated().filter { (try? $0.element.get()) != nil }
        #expect(try names() == Set(acknowledged.map { "line \($0.offset)" }))
        let counts = acknowledged.compactMap { try? $0.element.get() }.sorted()
        #expect(counts == Array(1...max(acknowledged.count, 1)))
        for (number, kind) in kinds.enumerated() where [0, 1, 3].contains(kind) {
            #expect(throws: (any Error).self) { try results[number].get() }
        }
    }

    @Test func anIdleQueue_leavesNoOtherFiles() async throws {
        for number in 0..<5 { try await add("line \(number)") }
        try pool.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["queue.sqlite"])
    }
}

/// Counts the commits that changed something.
private final class CommitCounter: TransactionObserver, Sendable {
    private let commits = Mutex(0)

    var count: Int { commits.withLock { $0 } }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {}
    func databaseDidCommit(_ database: Database) { commits.withLock { $0 += 1 } }
    func databaseDidRollback(_ database: Database) {}
}
