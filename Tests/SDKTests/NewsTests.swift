import HTTPTypes
import HomeBlocks
import HomeBlocksClient
import NIOCore
import SQLiteStore
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct NewsTests {
    @Test func details_areRequestedOnDemand_andOnce() async throws {
        try await TestServer.run(pages: ["news"]) { server in
            let client = HomePageClient(server: server.url)
            let feed = try NewsFeed(try await client.block("latest", of: "news").value)
            let store = await NewsStore(client: client)
            for entry in feed.entries {
                #expect(await store.known(entry) == nil)
                let detail = try await store.detail(of: entry)
                #expect(detail.id == entry.id)
                #expect(!detail.title.isEmpty && !detail.caption.isEmpty)
                switch (entry.item, detail) {
                case (.trailer, .trailer), (.review, .review), (.playthrough, .playthrough): break
                default: Issue.record("\(entry.item) has \(detail)")
                }
                #expect(await store.known(entry) == detail)
            }
        }
    }

    @Test func anItem_isFoundAtItsNewPosition_andARemovedOneIsOutdated() async throws {
        try await TestServer.run(pages: ["news"]) { server in
            let client = HomePageClient(server: server.url)
            let feed = try NewsFeed(try await client.block("latest", of: "news").value)
            let store = await NewsStore(client: client)
            let headers = ["Authorization": "Bearer \(server.admin)"]
            let path = "/api/pages/news/live/blocks/latest/creatives"
            #expect(try await server.send(.delete, "\(path)/0", headers).status == .ok)
            await #expect(throws: HomePageError.outdated) { try await store.detail(of: feed.entries[0]) }
            let last = try #require(feed.entries.last)
            #expect(try await store.detail(of: last).id == last.id)
        }
    }

    @Test func theSections_areLoaded_andARefreshForgetsTheDetails() async throws {
        try await TestServer.run(pages: ["news"]) { server in
            try await Self.refresh(server)
        }
    }

    private static func refresh(_ server: TestServer) async throws {
        let model = NewsViewModel(client: HomePageClient(server: server.url))
        await model.refresh()
        #expect(model.feeds.map(\.id) == ["latest", "classics"])
        #expect(model.state.content?.issues.isEmpty == true)
        let entry = try #require(model.feeds.first?.entries.first)
        let title = try await model.store.detail(of: entry).title
        let headers = [
            "Authorization": "Bearer \(server.admin)", "Content-Type": "application/merge-patch+json",
        ]
        let path = "/api/pages/news/live/blocks/latest"
        let block = try JSONValue(parsing: try await server.get(path, headers).body.readableBytesView)
        var list = try #require(block[pointer: JSONPointer(["data", "content", "extInfo", "list"])]?.array)
        var first = try #require(list[0].object)
        first["title"] = "Another title"
        list[0] = .object(first)
        let patch: JSONValue = ["content": ["extInfo": ["list": .array(list)]]]
        let response = try await server.send(
            .patch, path, headers, body: String(decoding: patch.encoded, as: UTF8.self))
        #expect(response.status == .ok)
        #expect(try await model.store.detail(of: entry).title == title)
        await model.refresh()
        #expect(try await model.store.detail(of: entry).title == "Another title")
    }
}
