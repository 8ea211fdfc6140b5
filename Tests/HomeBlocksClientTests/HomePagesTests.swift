import HTTPTypes
import HomeBlocks
import HomeBlocksClient
import HummingbirdTesting
import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HomePagesTests {
    @Test func theParts_makeTheWholePage() async throws {
        try await TestServer.run(pages: ["moments"]) { server in
            var parts: [[String]] = []
            for try await part in HomePageClient(server: server.url).pages("moments", limit: 7) {
                parts.append(part.data.blocks.map(\.blockCode))
            }
            #expect(parts.map(\.count) == [7, 7, 7, 3])
            #expect(parts.flatMap(\.self) == (try Project.plainPage("moments").order))
        }
    }

    @Test func aReorderBetweenTwoParts_neitherRepeatsNorLosesASection() async throws {
        try await TestServer.run(pages: ["moments"]) { server in
            var codes: [String] = []
            for try await part in HomePageClient(server: server.url).pages("moments", limit: 10) {
                codes += part.data.blocks.map(\.blockCode)
                let last = try #require(try await server.order("moments").last)
                let answer = try await server.sort(
                    "{\"moves\":[{\"block\":\"\(last)\",\"to\":\"start\"}]}", query: "?page=moments")
                #expect(answer.status == .ok)
            }
            #expect(codes == (try Project.plainPage("moments").order))
        }
    }

    @Test func aServerThatNamesNoNewPlace_isNotAskedForEver() async throws {
        let body = #"{"data":{"cursor":"same","hasMore":true,"blocks":[]}}"#
        try await ScriptedServer.run({ _, _ in ScriptedServer.answer(.ok, body) }) { server in
            var count = 0
            for try await _ in HomePageClient(server: server.url).pages() { count += 1 }
            #expect(count == 2)
        }
    }
}
