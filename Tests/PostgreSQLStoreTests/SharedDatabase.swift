import HomeBlocks
import Publishing
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLStore

/// A database that several programs have open.
final class SharedDatabase: Sendable {
    let url: String
    let stores: [PostgreSQLStore]

    /// - Parameter pages: the slugs of its pages, which all have the blocks of the starter page "mall".
    init(programs: Int = 2, pages: [String] = ["mall"]) async throws {
        let url = try #require(PostgreSQLServer.current).makeSchema()
        self.url = url
        stores = try (0..<programs).map { _ in try Self.open(url) }
        for page in pages {
            _ = try await stores[0].importPage(
                PageImport(page: page, document: try Project.page("mall")), ChangeContext(.console))
        }
    }

    deinit { for store in stores { try? store.close() } }

    static func open(_ url: String) throws -> PostgreSQLStore {
        try PostgreSQLStore(address: try #require(PostgreSQLAddress(url)), catalog: try Project.catalog())
    }

    /// A connection outside the stores.
    func connect() throws -> PostgreSQLConnection {
        try PostgreSQLConnection(try #require(PostgreSQLAddress(url)), until: .now + .seconds(10))
    }

    func numbers(_ sql: String, columns: Int = 1) async throws -> [[Int64?]] {
        try await stores[0].engine.read { database in
            try database.all(sql) { row in try (0..<columns).map { try row.optionalID($0) } }
        }
    }

    func number(_ sql: String) async throws -> Int64? { try await numbers(sql).first?.first ?? nil }

    /// The number of changes in the audit log per request.
    func changesByRequest() async throws -> [String: Int] {
        let requests = try await stores[0].engine.read { database in
            try database.all("SELECT request_id FROM audit WHERE outcome = 'done' AND request_id <> ''") {
                try $0.text(0)
            }
        }
        return Dictionary(requests.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// Checks that each release was made on top of the previous one, and that no revision is missing.
    func checkHistory(of page: String) async throws {
        let releases = try await numbers(
            """
            SELECT r.number, r.parent FROM releases AS l
            JOIN pages AS p ON p.id = l.page_id JOIN revisions AS r ON r.page_id = p.id AND r.number = l.revision
            WHERE p.slug = '\(page)' ORDER BY l.id
            """, columns: 2)
        let live = releases.map(\.[0])
        #expect(releases.dropFirst().map(\.[1]) == Array(live.dropLast()), "\(page) does not have one history")
        let gap = try await number(
            """
            SELECT max(number) - count(*) FROM revisions AS r JOIN pages AS p ON p.id = r.page_id
            WHERE p.slug = '\(page)'
            """)
        #expect(gap == 0)
    }

    /// Checks the integrity of the whole database.
    func checkIntegrity() async throws {
        let report = try await stores[0].check()
        #expect(report.issues == [])
    }
}

extension ChangeContext {
    /// A publisher's request with an id that identifies it in the audit log.
    static func numbered(_ id: String, key: String? = nil) throws -> ChangeContext {
        ChangeContext(
            Actor(credential: "ada", name: "Ada", role: .admin),
            idempotency: try key.map { try Idempotency(key: $0, request: [1]) }, requestID: id)
    }
}

extension PageOperation {
    /// Moves a block to a different position than in the previous round.
    static func move(_ code: String, round: Int) -> PageOperation {
        .order(.moves([Move(code, to: round.isMultiple(of: 2) ? .start : .position(3))]))
    }

    static func setTitle(_ code: String, _ title: String) -> PageOperation {
        .patch(code, ["content": ["title": .string(title)]])
    }
}

/// Runs work several times concurrently.
func concurrently<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for number in 0..<count { group.addTask { try await body(number) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
