import Publishing
import SQLiteStore
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLStore

/// An engine on which every suite of this folder runs. A new engine is one more case.
enum StoreEngine {
    case sqliteFile
    case sqliteMemory
    /// A separate schema on the server of a URL.
    case postgreSQL(server: String)

    @TaskLocal static var current = sqliteMemory

    static let all: [StoreEngine] =
        [.sqliteFile, .sqliteMemory] + (PostgreSQLServer.current.map { [.postgreSQL(server: $0.url)] } ?? [])

    func open(in folder: TemporaryFolder, clock: PublishingClock) throws -> any PageDatabase {
        let catalog = try Project.catalog()
        switch self {
        case .sqliteFile: return try SQLiteStore(path: folder.path("p.sqlite"), catalog: catalog, clock: clock)
        case .sqliteMemory: return try SQLiteStore(inMemory: catalog, clock: clock)
        case .postgreSQL(let server):
            let address = try #require(PostgreSQLAddress(try PostgreSQLServer(url: server).makeSchema()))
            return try PostgreSQLStore(address: address, catalog: catalog, clock: clock)
        }
    }
}

/// Runs each test of a suite once on every engine.
struct EveryEngine: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        for engine in StoreEngine.all {
            try await StoreEngine.$current.withValue(engine) { try await function() }
        }
    }
}

extension Trait where Self == EveryEngine {
    static var everyEngine: Self { EveryEngine() }
}

/// A store of the current engine; it exists as long as this value.
final class StoreFixture: Sendable {
    let store: any PageDatabase
    let time = TestClock()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        store = try StoreEngine.current.open(in: folder, clock: time.clock)
    }

    deinit { try? store.close() }

    /// A store with the mall page.
    static func withMall(by request: ChangeContext = ChangeContext(.console)) async throws -> StoreFixture {
        let fixture = try StoreFixture()
        _ = try await fixture.store.importPage(
            PageImport(page: "mall", document: try Project.page("mall")), request)
        return fixture
    }
}

/// Access to the database behind the protocol.
protocol InspectableStore: Sendable {
    func number(_ sql: String) async throws -> Int64?
    func text(_ sql: String) async throws -> String?
    func checkIntegrity() async throws
    func deleteOldResponses() async throws(PublishingError) -> Int

    /// Reads all rows of a query with a number of columns.
    func rows(_ sql: String, columns: Int) async throws -> [[SQLValue]]

    /// Runs statements in one transaction.
    func execute(_ statements: [(sql: String, arguments: [SQLValue])]) async throws
}

extension SQLPageStore: InspectableStore {
    func number(_ sql: String) async throws -> Int64? { try await engine.read { try $0.number(sql) } }
    func text(_ sql: String) async throws -> String? { try await engine.read { try $0.first(sql) { try $0.text(0) } } }

    func rows(_ sql: String, columns: Int) async throws -> [[SQLValue]] {
        try await engine.read { database in
            try database.all(sql) { row in (0..<columns).map { row[$0] } }
        }
    }

    func execute(_ statements: [(sql: String, arguments: [SQLValue])]) async throws {
        try await engine.write(.commit) { database in
            for statement in statements { try database.execute(statement.sql, statement.arguments) }
        }
    }

    /// Throws an error for issues of the database's content, or for dangling references.
    func checkIntegrity() async throws {
        let report = try await check()
        guard report.issues.isEmpty else { throw PublishingError.internalError(report.issues.joined(separator: "; ")) }
    }
}

extension PageStore {
    func inspected() throws -> any InspectableStore { try #require(self as? any InspectableStore) }
}
