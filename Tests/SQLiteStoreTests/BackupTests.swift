import Foundation
import GRDB
import Migrations
import Publishing
import TestSupport
import Testing

@testable import SQLiteStore

@Suite(.timeLimit(.minutes(1))) struct BackupTests {
    let folder: TemporaryFolder
    let now = Instant.system

    init() throws { folder = try TemporaryFolder() }

    func open(_ name: String = "p.sqlite") throws -> SQLiteStore {
        try SQLiteStore(path: folder.path(name), catalog: try Project.catalog())
    }

    /// An open store with two pages.
    func make(_ name: String = "p.sqlite") async throws -> SQLiteStore {
        let store = try open(name)
        for slug in ["music", "mall"] {
            _ = try await store.importPage(
                PageImport(page: slug, document: try Project.page(slug)), ChangeContext(.console))
        }
        return store
    }

    func move(_ code: String, in store: SQLiteStore) async throws {
        let change = OrderChange.moves([Move(code, to: .start)])
        _ = try await store.change(PageChange("mall", .live, .order(change)), ChangeContext(.console))
    }

    func backUp(
        _ database: String = "p.sqlite", to file: String = "b.sqlite", replaces: Bool = false
    ) throws -> DatabaseContents {
        try SQLiteStore.backUp(folder.path(database), to: folder.path(file), replaces: replaces, at: now)
    }

    func restore(
        _ file: String = "b.sqlite", to database: String = "p.sqlite", replaces: Bool = false
    ) throws -> (contents: DatabaseContents, kept: String?) {
        try SQLiteStore.restore(folder.path(file), to: folder.path(database), replaces: replaces, at: now)
    }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
    }

    func number(_ name: String, _ pragma: String) throws -> Int32? {
        let queue = try DatabaseQueue(path: folder.path(name))
        defer { try? queue.close() }
        return try queue.read { try Int32.fetchOne($0, sql: "PRAGMA \(pragma)") }
    }

    @Test func anOpenDatabase_isCopiedCompletely_withItsKindAndVersion() async throws {
        let store = try await make()
        try await move("otc", in: store)
        let contents = try backUp()
        #expect(contents.pages.map(\.slug) == ["mall", "music"])
        #expect(contents.pages.map(\.revision) == [2, 1])
        #expect(contents.version == Int(Schema.version))
        #expect(try number("b.sqlite", "application_id") == Schema.applicationID)
        #expect(try number("b.sqlite", "user_version") == Schema.version)
        let states = try await store.blockStates("mall", .live)
        let order = try await store.revision("mall", .live).order
        let copy = try open("b.sqlite")
        #expect(try await copy.blockStates("mall", .live) == states)
        #expect(try await copy.revision("mall", .live).order == order)
        try await copy.checkIntegrity()
        try copy.close()
        try store.close()
    }

    @Test func theCopy_isForItsUserOnly_andAlone() async throws {
        let store = try await make()
        try store.close()
        _ = try backUp()
        let rights = try FileManager.default.attributesOfItem(atPath: folder.path("b.sqlite"))[.posixPermissions]
        #expect((rights as? NSNumber)?.intValue == 0o600)
        #expect(try names() == ["b.sqlite", "p.sqlite"])
    }

    @Test func anOlderDatabase_isCopiedAsItIs() async throws {
        let queue = try DatabaseQueue(path: folder.path("p.sqlite"))
        try await queue.write { try $0.execute(sql: Migrations.all[0].sql) }
        try await queue.write { database in
            try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1")
            try database.execute(sql: "INSERT INTO pages VALUES (1, 'p', 'P', NULL, 0, 'x')")
        }
        try queue.close()
        let before = FileManager.default.contents(atPath: folder.path("p.sqlite"))
        let contents = try backUp()
        #expect(contents.version == 1)
        #expect(contents.pages.map(\.slug) == ["p"])
        #expect(try number("b.sqlite", "user_version") == 1)
        #expect(FileManager.default.contents(atPath: folder.path("p.sqlite")) == before)
    }

    @Test func anExistingFile_isReplacedOnlyOnRequest() async throws {
        let store = try await make()
        _ = try backUp()
        try await move("otc", in: store)
        #expect(throws: FileRefusal.self) { try backUp() }
        #expect(try backUp(replaces: true).pages.map(\.revision) == [2, 1])
        try store.close()
    }

    @Test func theDatabaseItself_isRefusedAsItsBackup() async throws {
        let store = try await make()
        for name in ["p.sqlite", "p.sqlite-wal"] {
            #expect(throws: FileRefusal.self) { try backUp(to: name, replaces: true) }
        }
        try FileManager.default.linkItem(atPath: folder.path("p.sqlite"), toPath: folder.path("same"))
        #expect(throws: FileRefusal.self) { try backUp(to: "same", replaces: true) }
        #expect(throws: FileRefusal.self) { try backUp(to: "none/b.sqlite") }
        #expect(try await store.pages(for: .readAll).count == 2)
        try store.close()
    }

    @Test func aDamagedDatabase_isNotBackedUp_andLeavesNoFile() async throws {
        try await make().close()
        try damage("p.sqlite", at: 4096)
        let refusal = #expect(throws: DatabaseRefusal.self) { try backUp() }
        #expect(refusal?.path == folder.path("p.sqlite"))
        #expect(refusal?.problem == .damaged)
        #expect(try names() == ["p.sqlite"])
    }

    @Test func aBackup_isPutWhereNoDatabaseIs() async throws {
        try await make().close()
        _ = try backUp()
        let (contents, kept) = try restore(to: "new.sqlite")
        #expect(contents.pages.map(\.slug) == ["mall", "music"])
        #expect(kept == nil)
        let store = try open("new.sqlite")
        #expect(try await store.pages(for: .readAll).count == 2)
        try store.close()
    }

    @Test func aReplacedDatabase_isKept_eachTimeUnderAnotherName() async throws {
        let store = try await make()
        _ = try backUp()
        try await move("otc", in: store)
        try store.close()
        #expect(throws: DatabaseRefusal.self) { try restore() }
        #expect(try restore(replaces: true).kept == folder.path("p.sqlite.before-restore"))
        #expect(try restore(replaces: true).kept == folder.path("p.sqlite.before-restore-2"))
        let (restored, kept) = (try open(), try open("p.sqlite.before-restore"))
        #expect(try await restored.page("mall").revision == 1)
        #expect(try await kept.page("mall").revision == 2)
        try restored.close()
        try kept.close()
    }

    @Test func aDatabaseThatIsOpen_isNotReplaced() async throws {
        let store = try await make()
        _ = try backUp()
        let refusal = #expect(throws: DatabaseRefusal.self) { try restore(replaces: true) }
        #expect(refusal?.problem == .inUse)
        try await move("otc", in: store)
        #expect(try await store.page("mall").revision == 2)
        try store.close()
        #expect(try names() == ["b.sqlite", "p.sqlite"])
    }

    @Test func aDamagedDatabase_canBeReplaced_andIsKeptAsItIs() async throws {
        try await make().close()
        _ = try backUp()
        try damage("p.sqlite", at: 0)
        let damaged = FileManager.default.contents(atPath: folder.path("p.sqlite"))
        let kept = try restore(replaces: true).kept
        #expect(kept.flatMap(FileManager.default.contents(atPath:)) == damaged)
        let store = try open()
        #expect(try await store.pages(for: .readAll).count == 2)
        try store.close()
    }

    @Test func aLogWithoutItsDatabase_isNotUsedForTheNewOne() async throws {
        try await make().close()
        _ = try backUp()
        try Data(repeating: 1, count: 5000).write(to: folder.url.appending(path: "new.sqlite-wal"))
        #expect(try restore(to: "new.sqlite").kept == folder.path("new.sqlite.before-restore"))
        #expect(
            try names() == ["b.sqlite", "new.sqlite", "new.sqlite.before-restore-wal", "p.sqlite"])
    }

    @Test func otherFiles_areNotRestored() async throws {
        try await make().close()
        _ = try backUp()
        _ = try backUp(to: "newer.sqlite")
        let queue = try DatabaseQueue(path: folder.path("newer.sqlite"))
        try await queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 999") }
        try queue.close()
        let other = try DatabaseQueue(path: folder.path("other.sqlite"))
        try await other.write { try $0.execute(sql: "CREATE TABLE t (x)") }
        try other.close()
        try Data(repeating: 65, count: 5000).write(to: folder.url.appending(path: "text"))
        try damage("b.sqlite", at: 4096)
        let before = FileManager.default.contents(atPath: folder.path("p.sqlite"))
        for name in ["newer.sqlite", "other.sqlite", "text", "b.sqlite", "none"] {
            let refusal = #expect(throws: DatabaseRefusal.self) { try restore(name, replaces: true) }
            #expect(refusal?.path == folder.path(name))
        }
        #expect(FileManager.default.contents(atPath: folder.path("p.sqlite")) == before)
        #expect(try names() == ["b.sqlite", "newer.sqlite", "other.sqlite", "p.sqlite", "text"])
    }

    private func link(_ name: String, to other: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: other)
    }

    @Test func aStoreOpenedThroughALink_hasItsLogNextToTheFile_andIsBackedUpWhole() async throws {
        try link("link.sqlite", to: "p.sqlite")
        let store = try await make("link.sqlite")
        #expect(Disk.exists(folder.path("p.sqlite-wal")))
        #expect(try #require(await store.metrics().logBytes) > 0)
        try await move("otc", in: store)
        #expect(try backUp("link.sqlite").pages.map(\.revision) == [2, 1])
        try store.close()
        #expect(try names() == ["b.sqlite", "link.sqlite", "p.sqlite"])
    }

    @Test func aNameWithLinks_isResolvedToItsTarget_evenIfItIsMissing() throws {
        let real = Disk.resolved(folder.path("none"))
        try link("one", to: "two")
        try link("two", to: real)
        try link("loop", to: "loop")
        #expect(Disk.resolved(folder.path("one")) == real)
        try Data().write(to: folder.url.appending(path: "none"))
        #expect(Disk.resolved(folder.path("one")) == real)
        #expect(Disk.resolved(folder.path("nowhere/file")) == folder.path("nowhere/file"))
        #expect(Disk.resolved("nowhere/file") == "nowhere/file")
        #expect(throws: DatabaseRefusal.self) { try open("loop") }
    }

    private func damage(_ name: String, at offset: UInt64) throws {
        let handle = try #require(FileHandle(forWritingAtPath: folder.path(name)))
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 60_000))
        try handle.close()
    }
}
