import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HomePagesTests {
    @Test func aServerThatNamesNoNewPlace_isNotAskedForEver() async throws {
        let body = #"{"data":{"cursor":"same","hasMore":true,"blocks":[]}}"#
        try await ScriptedServer.run({ _, _ in ScriptedServer.response(200, body) }) { server in
            var count = 0
            for try await _ in HomePageClient(server: server.url).pages() { count += 1 }
            #expect(count == 2)
        }
    }
}
