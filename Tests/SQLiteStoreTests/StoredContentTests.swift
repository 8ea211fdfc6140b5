import GRDB
import Publishing
import TestSupport
import Testing

@testable import SQLiteStore

/// The rules that the schema keeps by itself, whatever a program does.
@Suite(.timeLimit(.minutes(1))) struct SchemaTests {
    let store: SQLiteStore

    init() async throws {
        store = try SQLiteStore(inMemory: try Project.catalog())
        _ = try await store.importPage(
            PageImport(page: "mall", document: try Project.page("mall")), RequestInfo(.console))
    }

    @Test(arguments: [
        "UPDATE block_versions SET resource = '{}'", "UPDATE orders SET codes = '[]'", "UPDATE trees SET data = '{}'",
        "UPDATE placements SET block_code = 'x'", "UPDATE revisions SET message = 'x'", "UPDATE releases SET at = 0",
        "INSERT INTO placements SELECT 1, 'new', version_id, 1, '', 0 FROM placements LIMIT 1",
        """
        INSERT INTO releases (page_id, revision, at, scheduled, created_at, created_by, origin)
        VALUES (1, 1, 0, 1, 0, 'x', 1)
        """,
        "UPDATE audit SET actor = 'x'", "DELETE FROM audit", "DELETE FROM revisions", "DELETE FROM block_versions",
        "DELETE FROM orders",
        // An order that leaves a block out, repeats one, or names one that is not there.
        "UPDATE pages SET slug = 'Not A Slug'",
        """
        INSERT INTO orders VALUES (99, 1, 2, '["marquee"]', 0, 'x');
        INSERT INTO revisions VALUES (1, 2, 1, 99, 1, 'order', '', 0, 'x')
        """,
        """
        INSERT INTO orders SELECT 99, 1, 2, replace(codes, '"otc"', '"wallet"'), 0, 'x' FROM orders;
        INSERT INTO revisions VALUES (1, 2, 1, 99, 1, 'order', '', 0, 'x')
        """,
        """
        INSERT INTO orders SELECT 99, 1, 2, replace(codes, '"otc"', '"none"'), 0, 'x' FROM orders;
        INSERT INTO revisions VALUES (1, 2, 1, 99, 1, 'order', '', 0, 'x')
        """,
        "INSERT INTO orders VALUES (99, 1, 2, 'no json', 0, 'x')",
        "INSERT INTO releases (page_id, revision, at, scheduled, created_at, created_by) VALUES (1, 7, 0, 0, 0, 'x')",
        "INSERT INTO takeovers (page_id, shown_page_id, begins_at, ends_at, created_at, created_by) VALUES (1, 1, 0, 1, 0, 'x')",
        """
        INSERT INTO credentials (id, kind, name, role, secret, created_at, created_by)
        VALUES ('a', 'token', 'n', 'king', zeroblob(32), 0, 'x')
        """,
    ])
    func whatBreaksARule_isRefused(_ sql: String) async throws {
        let writer = store.engine.writer
        await #expect(throws: DatabaseError.self) {
            try await writer.write { try $0.execute(sql: sql) }
        }
        #expect(try await store.revision("mall", .live).number == 1)
    }

    @Test func overlappingTakeovers_areRefused() async throws {
        _ = try await store.importPage(
            PageImport(page: "other", document: try Project.page("mall")), RequestInfo(.console))
        func takeover(_ from: Int, _ until: Int) async throws {
            try await store.engine.writer.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO takeovers (page_id, shown_page_id, begins_at, ends_at, created_at, created_by)
                        VALUES (1, 2, \(from), \(until), 0, 'x')
                        """)
            }
        }
        try await takeover(10, 20)
        try await takeover(20, 30)
        await #expect(throws: DatabaseError.self) { try await takeover(15, 17) }
        await #expect(throws: DatabaseError.self) { try await takeover(5, 11) }
        await #expect(throws: DatabaseError.self) {
            try await store.engine.writer.write { try $0.execute(sql: "UPDATE takeovers SET ends_at = 100") }
        }
        // A page that a takeover shows cannot be deleted.
        await #expect(throws: DatabaseError.self) {
            try await store.engine.writer.write { try $0.execute(sql: "DELETE FROM pages WHERE id = 2") }
        }
    }

    @Test func everyChange_isInTheAuditLog_withBeforeAndAfter() async throws {
        _ = try await store.change(
            PageChange("mall", .live, .order(.moves([Move("wallet", to: .start)]))),
            RequestInfo(Actor(credential: "c", name: "Ada", role: .publisher), requestID: "r1"))
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
        let plan = try CredentialPlan(token: "CI", role: .editor)
        _ = try await store.create(NewCredential(token, plan: plan), RequestInfo(.console))
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
    /// The journal mode, and how thoroughly commits are synchronised: 2 is FULL.
    func durability() async throws -> String {
        try await engine.writer.write { database in
            let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? ""
            return "\(mode) \(try Int.fetchOne(database, sql: "PRAGMA synchronous") ?? -1)"
        }
    }
}
