import Foundation
import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HomePageClientTests {
    @Test func allCharactersOfAParameter_arrive() async throws {
        try await ScriptedServer.run({ _, _ in ScriptedServer.page() }) { server in
            let uid = "a&b=c+d/é?#%20 \"漢"
            let base = try #require(URL(string: server.url.absoluteString + "/base/"))
            let client = HomePageClient(server: base, context: HomePageContext(platform: .web, uid: uid))
            _ = try await client.page("x")
            _ = try? await client.block("a/b c", of: "x")
            let requests = await server.log.requests
            #expect(requests[0].path == "/base/homepage")
            #expect(requests[0].parameters["uid"] == uid)
            #expect(requests[0].parameters["platform"] == "web")
            #expect(requests[1].path == "/base/homepage/blocks/a%2Fb%20c")
        }
    }

    @Test func attributes_areParametersInAFixedOrder() async throws {
        try await ScriptedServer.run({ _, _ in ScriptedServer.page() }) { server in
            var context = HomePageContext(uid: "u", attributes: ["member": "vip", "city": "beijing"])
            _ = try await HomePageClient(server: server.url, context: context).page("x")
            let first = try #require(await server.log.requests.first)
            #expect(first.parameters["attr.city"] == "beijing" && first.parameters["attr.member"] == "vip")
            context.attributes = ["city": "a&b=c 漢"]
            _ = try await HomePageClient(server: server.url, context: context).page("x")
            let second = try #require(await server.log.requests.last)
            #expect(second.parameters["attr.city"] == "a&b=c 漢" && second.parameters["attr.member"] == nil)
        }
    }

    @Test(arguments: ["ftp://example.com", "home", "http://", "file:///etc/passwd"])
    func anInvalidAddress_isRejected(_ address: String) async throws {
        let client = HomePageClient(server: try #require(URL(string: address)))
        await #expect(throws: HomePageError.address(address)) { try await client.page() }
    }

    @Test func aCodeThatIsADotSegment_isRejected() async throws {
        let client = HomePageClient(server: try #require(URL(string: "http://127.0.0.1:1")))
        await #expect(throws: HomePageError.address("http://127.0.0.1:1")) { try await client.block("..") }
    }

    @Test func addressesOfPictures_areResolvedAgainstTheServer() throws {
        let client = HomePageClient(server: try #require(URL(string: "https://home.example.com/v1/")))
        #expect(client.url(of: "/assets/a.svg")?.absoluteString == "https://home.example.com/v1/assets/a.svg")
        #expect(client.url(of: "//cdn.example.com/c.png")?.absoluteString == "https://cdn.example.com/c.png")
        #expect(client.url(of: "https://cdn.example.com/b.png")?.absoluteString == "https://cdn.example.com/b.png")
    }

    @Test func aResponseThatIsNotAPage_isUnreadable() async throws {
        for body in ["[]", #"{"code":200}"#, #"{"code":200,"data":{"blo"#, "\u{FEFF}{}"] {
            try await ScriptedServer.run({ _, _ in ScriptedServer.response(200, body) }) { server in
                let error = await #expect(throws: HomePageError.self) {
                    try await HomePageClient(server: server.url).page()
                }
                guard case .unreadable = error else {
                    Issue.record("\(String(describing: error)) for \(body)")
                    return
                }
            }
        }
    }

    @Test func aMissingServer_isUnreachable() async throws {
        let client = HomePageClient(server: try #require(URL(string: "http://127.0.0.1:1")))
        let error = await #expect(throws: HomePageError.self) { try await client.page() }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func aServerWithoutANewCursor_isNotRequestedForever() async throws {
        let body = #"{"data":{"cursor":"same","hasMore":true,"blocks":[]}}"#
        try await ScriptedServer.run({ _, _ in ScriptedServer.response(200, body) }) { server in
            var count = 0
            for try await _ in HomePageClient(server: server.url).pages() { count += 1 }
            #expect(count == 2)
        }
    }
}
