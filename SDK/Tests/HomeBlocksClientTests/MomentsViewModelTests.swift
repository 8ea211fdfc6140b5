import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct MomentsViewModelTests {
    @Test func whenAPartFails_whatIsThereStays() async throws {
        try await ScriptedServer.run({ _, count in
            count == 1
                ? ScriptedServer.response(
                    200,
                    #"""
                    {"data":{"cursor":"next","hasMore":true,"blocks":[
                    {"blockCode":"a","showType":"MOMENT","extInfo":{"moment":{"publishTime":5,"text":"Hi"}}},
                    {"blockCode":"b","showType":"MOMENT","extInfo":{}}]}}
                    """#)
                : ScriptedServer.response(404)
        }) { server in
            await Self.failure(server)
        }
    }

    private static func failure(_ server: ScriptedServer) async {
        let model = MomentsViewModel(client: HomePageClient(server: server.url))
        await model.refresh()
        #expect(model.moments.map(\.id) == ["a"])
        #expect(model.issues.map(\.description) == ["b: /extInfo/moment is missing"])
        await model.loadMore()
        guard case .failed(_, let last) = model.state else {
            Issue.record("\(model.state)")
            return
        }
        #expect(last?.map(\.id) == ["a"])
        #expect(model.hasMore)
    }
}
