import Foundation
import HomeBlocks
import HomeBlocksClient
import HomeBlocksServer
import Hummingbird
import HummingbirdTesting
import Logging
import Publishing
import SQLiteStore
import TestSupport
import Testing

@Suite struct HomePageClientTests {
    func withServer(_ test: @escaping @Sendable (HomePageClient) async throws -> Void) async throws {
        let catalog = try Project.catalog()
        let store = try SQLiteStore(inMemory: catalog)
        _ = try await store.importPage(
            PageImport(page: "music", document: try Project.plainPage("music")), RequestInfo(.console))
        let application = buildApplication(
            store: store, catalog: catalog, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await application.test(.live) { client in
            let port = try #require(client.port)
            let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
            try await test(HomePageClient(server: url))
        }
    }

    @Test func page_isFetchedAndTyped() async throws {
        try await withServer { client in
            let page = try await client.page("music")
            #expect(page.data.blocks.map(\.blockCode) == (try Project.plainPage("music").order))
            #expect(try await client.menus().data.count >= 9)
        }
    }

    @Test func aRefusal_hasTheServersReason() async throws {
        try await withServer { client in
            let error = await #expect(throws: HomePageError.self) { try await client.page("none") }
            guard case .status(404, let detail) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(detail?.contains("none") == true)
        }
    }
}
