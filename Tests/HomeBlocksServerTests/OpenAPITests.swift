import HomeBlocks
import Logging
import Publishing
import SQLiteStore
import TestSupport
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct OpenAPITests {
    /// Every described operation; a path for both stages counts as two.
    func described() throws -> Set<String> {
        let document = try JSONValue(parsing: OpenAPIDocument.bytes)
        let paths = try #require(document.object?["paths"]?.object)
        let operations = paths.flatMap { path, item in
            (item.object ?? [:]).keys.filter { $0 != "parameters" }.map { "\($0.uppercased()) \(path)" }
        }
        return Set(
            operations.flatMap { operation in
                operation.contains("{stage}")
                    ? Stage.allCases.map { operation.replacing("{stage}", with: $0.rawValue) } : [operation]
            })
    }

    @Test func everyServedOperation_isDescribed_andViceVersa() throws {
        let catalog = try Project.catalog()
        let store = try SQLiteStore(inMemory: catalog)
        let pages = PublishedPages(store: store, clock: .system, settings: ServerSettings())
        let authenticator = Authenticator(store: store, clock: .system, settings: ServerSettings())
        let purger = try CachePurger(SharedCaches(), logger: Logger(label: "test"))
        let services = OperatorServices(
            store: store, pages: pages, authenticator: authenticator, settings: ServerSettings(), clock: .system,
            feed: ChangeEvents(), purger: purger)
        let metrics = ServerMetrics(
            ServerSettings(), cache: pages.cache, purges: purger.metrics, store: store, clock: .system)
        let reader = PageReader(pages: pages, settings: ServerSettings(), clock: .system)
        let refresher = FeedRefresher(
            nil, store: store, pages: pages, purger: purger, logger: Logger(label: "test"))
        let links = LinkReader(store: store, settings: ServerSettings(), clock: .system)
        let router = buildRouter(
            services, reader, links, refresher, files: ServerFiles(), pictures: PictureCache(store), metrics: metrics)
        let served = router.table.operations
            .map { $0.replacing("/**", with: "/{path}") }
        #expect(served.count > 50)
        #expect(Set(served).subtracting(try described()).isEmpty)
        #expect(try described().subtracting(served).isEmpty)
    }
}
