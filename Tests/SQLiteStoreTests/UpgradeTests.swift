import GRDB
import HomeBlocks
import Publishing
import TestSupport
import Testing

@testable import SQLiteStore

/// Databases of earlier versions. `Tests/API/test_upgrades.py` reads them over HTTP.
@Suite(.timeLimit(.minutes(1))) struct UpgradeTests {
    let folder: TemporaryFolder
    let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() throws { folder = try TemporaryFolder() }

    private func open(_ path: String) throws -> SQLiteStore {
        try SQLiteStore(path: path, catalog: try Project.catalog())
    }

    /// Everything that a program can see of a schema: its statements, its version and its application id.
    private func schema(_ path: String) throws -> [String] {
        let queue = try DatabaseQueue(path: path)
        let lines = try queue.read { database in
            try [
                """
                SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_schema
                WHERE tbl_name <> 'grdb_migrations' ORDER BY type, name
                """,
                "PRAGMA user_version", "PRAGMA application_id",
            ].flatMap { try String.fetchAll(database, sql: $0) }
        }
        try queue.close()
        return lines
    }

    @Test(arguments: Fixture.all) func anOldDatabase_isSound_andHasTheSchemaOfANewOne(_ fixture: Fixture) async throws {
        let path = try fixture.load(into: folder)
        let store = try open(path)
        try await store.checkIntegrity()
        try store.close()
        try open(folder.path("new.sqlite")).close()
        #expect(try schema(path) == schema(folder.path("new.sqlite")))
    }

    @Test(arguments: Fixture.all) func tokensOfAnOldDatabase_areStillGood(_ fixture: Fixture) async throws {
        let store = try open(try fixture.load(into: folder))
        for (name, role) in [("admin", Role.admin), ("viewer", .viewer), ("publisher", .publisher)] {
            let token = try #require(AccessToken(parsing: try fixture.token(name)))
            #expect(try await store.credential(for: token)?.rights == Rights(role))
        }
        let revoked = try #require(AccessToken(parsing: try fixture.token("revoked")))
        #expect(try await store.credential(for: revoked)?.revokedAt != nil)
    }

    @Test(arguments: Fixture.all) func anOldDatabase_isChanged_andRolledBack(_ fixture: Fixture) async throws {
        let store = try open(try fixture.load(into: folder))
        let before = try await store.revision("mall", .live)
        let swap = OrderChange.moves([Move("otc", to: .start)])
        _ = try await store.change(PageChange("mall", .live, .order(swap)), ada)
        let patch = PageOperation.patch("wallet", ["enabled": false])
        _ = try await store.change(PageChange("mall", .live, patch), ada)
        #expect(try await store.revision("mall", .live).order.order.first == "otc")
        _ = try await store.restore("mall", number: before.number, message: "back", ada)
        let after = try await store.revision("mall", .live)
        #expect(after.number > before.number)
        #expect(after.order.order == before.order.order)
        #expect(try await store.blockState("wallet", of: "mall", .live).block.isEnabled)
        // Back to what was live before the upgrade.
        _ = try await store.restore("mall", number: 1, message: "further back", ada)
        #expect(try await store.revision("mall", .live).order.order.first == "marquee")
        try await store.checkIntegrity()
    }

    @Test func plansOfAnOldDatabase_areKept_andCanBeChanged() async throws {
        let store = try open(try #require(Fixture.all.last).load(into: folder))
        let range = try ListRange(limit: 100)
        let planned = try #require(try await store.releases("mall", range).elements.first { $0.state == .pending })
        #expect(planned.message == "Planned")
        #expect(try await store.takeovers("shelf", for: .readAll).map(\.state) == [.active])
        #expect(try await store.takeovers("mall", for: .readAll).map(\.state) == [.cancelled, .pending])
        // A live change is merged into the draft and the planned release.
        let heading = PageOperation.patch("otc", ["content": ["title": "after the upgrade"]])
        let outcome = try await store.change(PageChange("mall", .live, heading), ada)
        #expect(Set(outcome.propagated.map(\.release)) == [nil, planned.id])
        _ = try await store.cancelRelease(planned.id, of: "mall", ada)
        _ = try await store.publish("music", Publication(), ada)
        let voices = try await store.blockState("HOMEPAGE_VOICELIST_RCMD", of: "music", .live)
        #expect(!voices.block.isEnabled)
        try await store.checkIntegrity()
    }
}
