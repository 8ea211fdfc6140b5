import GRDB
import Publishing
import TestSupport
import Testing

@testable import SQLiteStore

/// What is stored in addition to the pages.
@Suite(.timeLimit(.minutes(1))) struct StoredContentTests {
    let store: SQLiteStore

    init() async throws {
        store = try SQLiteStore(inMemory: try Project.catalog())
        _ = try await store.importPage(
            PageImport(page: "mall", document: try Project.page("mall")), ChangeContext(.console))
    }

    @Test func everyChange_isInTheAuditLog_withBeforeAndAfter() async throws {
        _ = try await store.change(
            PageChange("mall", .live, .order(.moves([Move("wallet", to: .start)]))),
            ChangeContext(Actor(credential: "c", name: "Ada", role: .publisher), requestID: "r1"))
        try await store.recordRefusal(
            AccessRefusal(credential: nil, action: "POST /sort", reason: "it is unknown", requestID: "r2"))
        let rows = try await store.engine.writer.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM audit ORDER BY id").map { row in
                [row["action"], row["outcome"], row["actor"], row["request_id"]] as [String]
            }
        }
        #expect(
            rows == [
                ["page.import", "done", "command line", ""], ["live.order", "done", "Ada", "r1"],
                ["POST /sort", "refused", "unknown", "r2"],
            ])
        let change = try await store.engine.writer.read { database in
            try String.fetchOne(
                database,
                sql:
                    "SELECT json_extract(before, '$.order[0]') || json_extract(after, '$.order[0]') FROM audit WHERE action = 'live.order'"
            )
        }
        #expect(change == "marqueewallet")
    }

    @Test func noSecret_isStored() async throws {
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let plan = try CredentialPlan(token: "CI", Rights(.editor))
        _ = try await store.create(NewCredential(token, plan: plan), ChangeContext(.console))
        let secret = try #require(token.text.split(separator: "_", maxSplits: 2).last)
        let stored = try await store.engine.writer.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM credentials").map(\.description).joined()
                + Row.fetchAll(database, sql: "SELECT * FROM audit").map(\.description).joined()
        }
        #expect(stored.contains(token.id))
        #expect(!stored.contains(secret))
    }
}

extension SQLiteStore {
    /// The journal mode, and the synchronous level of commits: 2 is FULL.
    func durability() async throws -> String {
        try await engine.writer.write { database in
            let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? ""
            return "\(mode) \(try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? -1)"
        }
    }
}
