import HTTPTypes
import HomeBlocks
import HomeBlocksClient
import Hummingbird
import HummingbirdTesting
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct NewsViewModelTests {
    @Test func theSections_areLoaded_andARefreshForgetsTheDetails() async throws {
        try await TestServer.run(pages: ["news"]) { server in
            try await Self.refresh(server)
        }
    }

    private static func refresh(_ server: TestServer) async throws {
        let model = NewsViewModel(client: HomePageClient(server: server.url))
        await model.refresh()
        #expect(model.feeds.map(\.id) == ["latest", "classics"])
        #expect(model.state.content?.faults.isEmpty == true)
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
        let answer = try await server.send(.patch, path, headers, body: String(decoding: patch.encoded, as: UTF8.self))
        #expect(answer.status == .ok)
        #expect(try await model.store.detail(of: entry).title == title)
        await model.refresh()
        #expect(try await model.store.detail(of: entry).title == "Another title")
    }

    @Test func aSectionThatIsNone_isAFault() async throws {
        try await ScriptedServer.run({ _, _ in
            ScriptedServer.answer(
                .ok,
                #"""
                {"data":{"blocks":[{"blockCode":"a","showType":"NEWS_FEED","extInfo":{"list":[]}},
                {"blockCode":"b","showType":"NEWS_FEED"}]}}
                """#)
        }) { server in
            await Self.fault(server)
        }
    }

    private static func fault(_ server: ScriptedServer) async {
        let model = NewsViewModel(client: HomePageClient(server: server.url))
        await model.refresh()
        #expect(model.feeds.map(\.id) == ["a"])
        #expect(model.state.content?.faults.map(\.description) == ["b: /extInfo is missing"])
    }
}
