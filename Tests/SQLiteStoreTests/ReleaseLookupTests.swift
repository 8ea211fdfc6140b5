import GRDB
import Publishing
import TestSupport
import Testing

@testable import SQLStore
@testable import SQLiteStore

/// A page may have 100,000 releases: one of them is found without reading the others.
@Suite(.timeLimit(.minutes(1))) struct ReleaseLookupTests {
    @Test(arguments: [SQLDialect.lastRecordOfRelease, SQLDialect.lastChangeOfRelease])
    func aRelease_isFoundByItsIdOrOrigin(_ sql: String) async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(
            path: folder.path("pages.sqlite"), catalog: try Project.catalog(), clock: .system)
        let steps = try await store.engine.writer.read { database in
            let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
            let count = statement.sql.contains("?2") ? 2 : 1
            return try Row.fetchAll(statement, arguments: StatementArguments(Array(repeating: 1, count: count)))
                .map { $0["detail"] as String }
        }
        let searches = steps.filter { $0.contains("releases") }
        #expect(!searches.isEmpty)
        #expect(searches.allSatisfy { $0.contains("(rowid=?)") || $0.contains("(origin=?)") }, "\(steps)")
    }
}
