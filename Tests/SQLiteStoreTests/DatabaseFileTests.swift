import Foundation
import GRDB
import Publishing
import TestSupport
import Testing

@testable import SQLiteStore

@Suite(.timeLimit(.minutes(1))) struct DatabaseFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func open(_ name: String) throws -> SQLiteStore {
        try SQLiteStore(path: folder.path(name), catalog: try Project.catalog())
    }

    /// Creates a valid database and closes it.
    func make(_ name: String) async throws {
        let store = try open(name)
        for slug in ["music", "mall"] {
            _ = try await store.importPage(
                PageImport(page: slug, document: try Project.page(slug)), ChangeContext(.console))
        }
    }

    func expectRefusal(_ name: String, _ words: String) throws {
        let path = folder.path(name)
        let before = FileManager.default.contents(atPath: path)
        let refusal = #expect(throws: DatabaseRefusal.self) { try open(name) }
        #expect(refusal?.description.contains(path) == true)
        #expect(refusal?.description.contains(words) == true, "\(String(describing: refusal))")
        #expect(FileManager.default.contents(atPath: path) == before, "the file was touched")
    }

    @Test func aNewFile_isCreated_andOpensAgain() async throws {
        try await make("new.sqlite")
        #expect(try await open("new.sqlite").pages(for: .readAll).count == 2)
    }

    @Test func anEmptyFile_isAccepted() async throws {
        try Data().write(to: folder.url.appending(path: "empty"))
        #expect(try await open("empty").pages(for: .readAll).isEmpty)
    }

    @Test func changes_areSynchronisedToTheDisk() async throws {
        let store = try open("s.sqlite")
        #expect(try await store.durability() == "wal 2")
    }

    @Test func aFileThatIsNotADatabase_isRefused() throws {
        try Data(repeating: 65, count: 5000).write(to: folder.url.appending(path: "text"))
        try expectRefusal("text", "not a SQLite database")
    }

    @Test func aFolder_isRefused() throws {
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "sub"), withIntermediateDirectories: true)
        try expectRefusal("sub", "is a folder")
    }

    @Test func aMissingFolder_isRefused() throws { try expectRefusal("nowhere/x.sqlite", "does not exist") }

    @Test func anotherProgramsDatabase_isRefused() throws {
        let queue = try DatabaseQueue(path: folder.path("other"))
        try queue.write { try $0.execute(sql: "CREATE TABLE t (x)") }
        try queue.close()
        try expectRefusal("other", "another program")
    }

    @Test func aNewerDatabase_isRefused() async throws {
        try await make("newer")
        let queue = try DatabaseQueue(path: folder.path("newer"))
        try await queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA user_version = 999; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try queue.close()
        try expectRefusal("newer", "999")
    }

    @Test(arguments: [4096, 40_000, 90_000])
    func aDamagedDatabase_isRefused(_ offset: UInt64) async throws {
        try await make("damaged")
        let handle = try #require(FileHandle(forWritingAtPath: folder.path("damaged")))
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 3000))
        try handle.close()
        try expectRefusal("damaged", "damaged")
    }

    @Test func aTruncatedDatabase_isRefused() async throws {
        try await make("short")
        let handle = try #require(FileHandle(forWritingAtPath: folder.path("short")))
        try handle.truncate(atOffset: 20_000)
        try handle.close()
        try expectRefusal("short", "damaged")
    }

    @Test func changesByAnotherStore_areNoticed_andOwnOnesNot() async throws {
        try await make("shared")
        let store = try open("shared")
        let other = try open("shared")
        var changes = store.externalChanges(version: "1").makeAsyncIterator()
        let swap = OrderChange.moves([Move("wallet", to: .start)])
        // The first element is about changes before the first read.
        _ = await changes.next()
        // Its own change comes first: if it were noticed, the wait below would end before the other store's change.
        _ = try await store.change(PageChange("mall", .live, .order(swap)), ChangeContext(.console))
        let writer = Task {
            for index in 0..<100 {
                let change = OrderChange.moves([Move(index.isMultiple(of: 2) ? "otc" : "wallet", to: .start)])
                _ = try await other.change(PageChange("mall", .live, .order(change)), ChangeContext(.console))
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        _ = await changes.next()
        writer.cancel()
        let order = try await store.revision("mall", .live).order
        #expect(order.revision > 2)
    }
}
