import Foundation
import GRDB
import Publishing
import TestSupport
import Testing

@testable import Migrations
@testable import SQLiteStore

/// Databases that cannot be migrated.
@Suite(.timeLimit(.minutes(1))) struct SchemaMigratorTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = try #require(Fixture.all.first).load(into: folder)
    }

    /// The real migrations and one more.
    private func steps(and sql: String) -> SchemaMigrator {
        SchemaMigrator(steps: Migrations.all + [Migrations.Migration(name: "9999_more", sql: sql)])
    }

    private func open(_ migrator: SchemaMigrator) throws -> SQLiteStore {
        try SQLiteStore(path: path, catalog: try Project.catalog(), clock: .system, migrator: migrator)
    }

    private func expectUntouched(_ words: String..., by body: () throws -> Void) throws {
        let before = FileManager.default.contents(atPath: path)
        let refusal = #expect(throws: DatabaseRefusal.self) { try body() }
        for word in words + [path] {
            #expect(refusal?.description.contains(word) == true, "\(String(describing: refusal))")
        }
        #expect(FileManager.default.contents(atPath: path) == before, "the file was touched")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["schema-1.sqlite"])
    }

    @Test(arguments: [
        ("9999_more: no such table: nowhere", "CREATE TABLE extra (x); INSERT INTO extra SELECT * FROM nowhere"),
        ("9999_more: CHECK constraint failed", "UPDATE pages SET slug = 'Not A Slug'"),
        // Dangling references are found after the last migration.
        (
            "foreign_key_check: FOREIGN KEY constraint",
            "DROP TRIGGER trees_are_immutable; UPDATE trees SET page_id = 99 WHERE id = (SELECT max(id) FROM trees)"
        ),
    ])
    func aStepThatFails_leavesTheFileAsItWas(_ reason: String, _ sql: String) async throws {
        try expectUntouched("from schema version 1 to \(Migrations.all.count + 1)", reason) {
            _ = try open(steps(and: sql))
        }
        let store = try open(Schema.migrator)
        #expect(try await store.pages(for: .readAll).map(\.page.slug) == ["mall", "music", "shelf"])
        try await store.checkIntegrity()
    }

    @Test func aFullDisk_leavesTheFileAsItWas() throws {
        let queue = try DatabaseQueue(path: path, configuration: SQLiteEngine.configuration)
        let pages = try #require(try queue.read { try Int.fetchOne($0, sql: "PRAGMA page_count") })
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 1)") }
        try expectUntouched("full disk") {
            do { try Schema.migrator.migrate(queue) } catch SchemaFailure.step(let name, let old, let new, let error) {
                // Foreign keys are enabled again, and the connection sees the old schema.
                #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") } == 1)
                #expect(try queue.read { try SchemaMigrator.version(of: $0) } == 1)
                try queue.close()
                throw DatabaseFile(path: path).refusal(.step(name, from: old, to: new, error))
            }
        }
    }

    @Test func aDatabaseThatAnotherProgramHasMigratedFurther_isLeftAlone() throws {
        try open(steps(and: "CREATE TABLE later (x)")).close()
        let queue = try DatabaseQueue(path: path)
        let failure = #expect(throws: SchemaFailure.self) { try Schema.migrator.migrate(queue) }
        try queue.close()
        guard case .newer(let version) = failure, version == Int32(Migrations.all.count + 1) else {
            Issue.record("\(String(describing: failure))")
            return
        }
        try expectUntouched("the schema version \(Migrations.all.count + 1)") { _ = try open(Schema.migrator) }
    }

    @Test func twoMigrationsAtOnce_areMadeOnce() async throws {
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { try Schema.migrator.migrate(path: path) } }
            try await group.waitForAll()
        }
        let store = try open(Schema.migrator)
        try await store.checkIntegrity()
    }
}
