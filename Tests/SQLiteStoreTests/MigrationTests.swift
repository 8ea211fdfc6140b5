import GRDB
import Migrations
import Publishing
import TestSupport
import Testing

@testable import SQLiteStore

@Suite(.timeLimit(.minutes(1))) struct MigrationTests {
    /// A database of the schema's first version, with two revisions of one page.
    @Test func aDatabaseOfTheFirstVersion_isMigrated_andKeepsItsAuthors() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("old.sqlite")
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: Migrations.all[0].sql) }
        try await queue.write { database in
            try database.execute(
                sql: """
                    PRAGMA application_id = \(Schema.applicationID);
                    PRAGMA user_version = 1;
                    INSERT INTO pages VALUES (1, 'p', 'P', NULL, 0, 'x');
                    INSERT INTO block_versions VALUES
                        (1, 1, 'A', 'MALL_AD', '\(Self.block("A"))', randomblob(32), 0, 'x'),
                        (2, 1, 'B', 'MALL_AD', '\(Self.block("B"))', randomblob(32), 0, 'x');
                    INSERT INTO trees VALUES (1, 1, '{}'), (2, 1, '{}');
                    INSERT INTO placements VALUES (1, 'A', 1), (2, 'A', 1), (2, 'B', 2);
                    INSERT INTO orders VALUES (1, 1, 1, '["A"]', 0, 'Ada'), (2, 1, 2, '["A","B"]', 5, 'Bo');
                    INSERT INTO revisions VALUES
                        (1, 1, NULL, 1, 1, 'import', '', 1000, 'Ada'), (1, 2, 1, 2, 2, 'import', '', 2000, 'Bo');
                    INSERT INTO releases (page_id, revision, at, scheduled, created_at, created_by)
                        VALUES (1, 1, 1000, 0, 1000, 'Ada'), (1, 2, 2000, 0, 2000, 'Bo');
                    """)
        }
        try queue.close()

        let store = try SQLiteStore(path: path, catalog: try Project.catalog())
        let states = try await store.blockStates("p", .live)
        #expect(states.map(\.block.blockCode) == ["A", "B"])
        #expect(states.map(\.changedBy) == ["Ada", "Bo"])
        #expect(states.map(\.revision) == [1, 2])
        #expect(states.map(\.changedAt.milliseconds) == [1000, 2000])
        try await store.checkIntegrity()
        try store.close()
    }

    private static func block(_ code: String) -> String {
        #"{"blockCode":"\#(code)","content":{"extInfo":{"list":[]}},"enabled":true,"from":null,"showType":"MALL_AD","until":null}"#
    }
}
