import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct NewsViewModelTests {
    @Test func anInvalidNewsSection_isAnIssue() async throws {
        try await ScriptedServer.run({ _, _ in
            ScriptedServer.response(
                200,
                #"""
                {"data":{"blocks":[{"blockCode":"a","showType":"NEWS_FEED","extInfo":{"list":[]}},
                {"blockCode":"b","showType":"NEWS_FEED"}]}}
                """#)
        }) { server in
            await Self.issue(server)
        }
    }

    private static func issue(_ server: ScriptedServer) async {
        let model = NewsViewModel(client: HomePageClient(server: server.url))
        await model.refresh()
        #expect(model.feeds.map(\.id) == ["a"])
        #expect(model.state.content?.issues.map(\.description) == ["b: /extInfo is missing"])
    }
}
