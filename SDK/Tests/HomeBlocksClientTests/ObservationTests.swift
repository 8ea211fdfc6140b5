import Foundation
import HomeBlocks
import HomeBlocksClient
import Observation
import SDKTestSupport
import Testing

/// Observes view models as SwiftUI does: it reads a model, and reads it again when notified of a change.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ObservationTests {
    /// Returns whether a change is reported to an observer that has read a part of the model.
    private static func isNotified(of read: () -> Void, when change: () async -> Void) async -> Bool {
        let notified = Flag()
        withObservationTracking(read) { notified.set() }
        await change()
        return notified.isSet
    }

    /// A flag that may be set from any thread.
    private final class Flag: @unchecked Sendable {
        private let lock = NSLock()
        private var value = false

        func set() { lock.withLock { value = true } }
        var isSet: Bool { lock.withLock { value } }
    }

    /// Returns a client without a server, whose requests fail immediately.
    private static func client() throws -> HomePageClient {
        HomePageClient(
            server: try #require(URL(string: "http://127.0.0.1:1")), options: ClientOptions(deadline: 5, attempts: 1))
    }

    @Test func aViewThatReadsTheState_isNotified_whenThePageIsLoaded() async throws {
        let client = try Self.client()
        let (home, news, moments) = (
            HomeViewModel(client: client), NewsViewModel(client: client), MomentsViewModel(client: client)
        )
        #expect(await Self.isNotified(of: { _ = home.sections }, when: { await home.refresh() }))
        #expect(await Self.isNotified(of: { _ = home.origin }, when: { await home.refresh() }))
        #expect(await Self.isNotified(of: { _ = news.feeds }, when: { await news.refresh() }))
        #expect(await Self.isNotified(of: { _ = moments.moments }, when: { await moments.refresh() }))
    }

    @Test func aViewThatReadsOneProperty_isNotified_ofEachChangeOfTheMall() async throws {
        let mall = MallViewModel(client: try Self.client())
        #expect(await Self.isNotified(of: { _ = mall.listMs }, when: { await mall.refresh() }))
        #expect(await Self.isNotified(of: { _ = mall.isLoading }, when: { await mall.refresh() }))
        #expect(await Self.isNotified(of: { _ = mall.sortFailure }, when: { await mall.refresh() }))
        #expect(await Self.isNotified(of: { _ = mall.failures }, when: { await mall.refresh() }))
        #expect(await Self.isNotified(of: { _ = mall.staleSince }, when: { await mall.refresh() }))
    }

    @Test func aViewThatReadsHasMore_isNotified_whenAPartIsLoaded() async throws {
        let body = String(decoding: try RecordedDocuments.text("moments"), as: UTF8.self)
        try await ScriptedServer.run({ _, _ in ScriptedServer.response(200, body) }) { server in
            await Self.loadsAPart(server)
        }
    }

    private static func loadsAPart(_ server: ScriptedServer) async {
        let moments = MomentsViewModel(client: HomePageClient(server: server.url))
        #expect(await isNotified(of: { _ = (moments.hasMore, moments.issues) }, when: { await moments.refresh() }))
        #expect(!moments.moments.isEmpty)
    }

    @Test func aViewThatReadsTheParts_isNotified_whenAPartIsLoaded() async {
        let list = ListManager<Int>()
        let part = CollectionManager("a", items: [1])
        #expect(await Self.isNotified(of: { _ = list.collections }, when: { list.register([part]) }))
        list.register([CollectionManager("b") { [2] }])
        #expect(await Self.isNotified(of: { _ = list.collections.count }, when: { await list.finish() }))
        #expect(await Self.isNotified(of: { _ = list.collections.count }, when: { list.remove("a") }))
    }

    @Test func aViewThatReadsNothing_isNotNotified() async throws {
        let home = HomeViewModel(client: try Self.client())
        #expect(await !Self.isNotified(of: {}, when: { await home.refresh() }))
    }

    @Test func theModels_areObservable() throws {
        let client = try Self.client()
        let models: [any Observable] = [
            HomeViewModel(client: client), MallViewModel(client: client), NewsViewModel(client: client),
            MomentsViewModel(client: client), ListManager<Int>(),
        ]
        #expect(models.count == 5)
    }
}
