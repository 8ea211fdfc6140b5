import HTTPTypes
import HomeBlocks
import HomeBlocksClient
import Publishing
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct MomentsViewModelTests {
    @Test func moments_areLoadedPartByPart() async throws {
        try await TestServer.run(pages: ["moments"]) { server in
            try await Self.parts(server)
        }
    }

    private static func parts(_ server: TestServer) async throws {
        let model = MomentsViewModel(client: HomePageClient(server: server.url), limit: 10)
        await model.refresh()
        #expect(model.moments.count == 10)
        #expect(model.hasMore)
        await model.loadMore()
        #expect(model.moments.count == 20)
        // Another operator moves a moment to the top: this reader neither sees one twice nor misses one.
        let last = try #require(try await server.order("moments").last)
        _ = try await server.sort(
            "{\"moves\":[{\"block\":\"\(last)\",\"to\":\"start\"}]}", query: "?page=moments")
        await model.loadMore()
        #expect(model.moments.map(\.id) == (try Project.plainPage("moments").order))
        #expect(!model.hasMore)
        await model.loadMore()
        #expect(model.moments.count == 24)
        await model.refresh()
        #expect(model.moments.count == 10)
        #expect(model.moments.first?.id == last)
        // The first part again, as after a pull to refresh: there is still more to load.
        await model.refresh()
        #expect(model.hasMore)
        await model.loadMore()
        #expect(model.moments.count == 20)
        #expect(model.issues.isEmpty)
    }
}
