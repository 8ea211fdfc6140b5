import Logging
import Publishing
import SQLiteStore
import TestSupport
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct RetentionServiceTests {
    let time = TestClock()
    let store: SQLiteStore

    init() async throws {
        store = try SQLiteStore(inMemory: try Project.catalog(), clock: time.clock)
        for slug in ["mall", "demo"] {
            _ = try await store.importPage(
                PageImport(page: slug, document: try Project.page(slug)), ChangeContext(.console))
        }
        for index in 0..<10 {
            let move = Move(index.isMultiple(of: 2) ? "otc" : "wallet", to: .start)
            _ = try await store.change(PageChange("mall", .live, .order(.moves([move]))), ChangeContext(.console))
        }
    }

    func service(_ retention: Retention) -> RetentionService {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return RetentionService(store: store, retention: retention, logger: logger)
    }

    func apply(_ retention: Retention) async {
        await service(retention).apply()
    }

    func numbers(_ page: String) async throws -> [Int] {
        try await store.revisions(page, ListRange(limit: 100), onlyReleased: false).elements.map(\.number)
    }

    @Test func everyPage_isPrunedAccordingToTheSettings() async throws {
        let order = try await store.revision("mall", .live).order
        await apply(Retention(revisions: 3))
        #expect(try await numbers("mall") == [11, 10, 9])
        #expect(try await numbers("demo") == [1])
        #expect(try await store.revision("mall", .live).order == order)
    }

    @Test func withoutSettings_everythingStays() async throws {
        await apply(Retention())
        #expect(try await numbers("mall").count == 11)
    }
}
