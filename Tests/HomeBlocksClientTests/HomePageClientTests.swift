import Foundation
import HTTPTypes
import HomeBlocks
import HomeBlocksClient
import Hummingbird
import Publishing
import SQLiteStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HomePageClientTests {
    @Test func pagesAndTheirParts_areFetchedAndTyped() async throws {
        try await TestServer.run(pages: ["music", "mall", "news"]) { server in
            let client = HomePageClient(server: server.url)
            let page = try await client.page("music")
            #expect(page.origin == .server)
            #expect(page.data.blocks.map(\.blockCode) == (try Project.plainPage("music").order))
            #expect(try await client.page() == page)
            #expect(try await client.menus().data.count == 10)
            #expect(try await client.sort(of: "mall").order == (try Project.plainPage("mall").order))
            #expect(try await client.block("otc", of: "mall").showType == "MALL_AD")
            let review: Loaded<NewsDetail> = try await client.item(1, of: "latest", page: "news")
            guard case .review(let details) = review.value else {
                Issue.record("\(review.value)")
                return
            }
            #expect(details.rating > 0)
        }
    }

    @Test func aRefusal_hasTheServersReason() async throws {
        try await TestServer.run { server in
            let client = HomePageClient(server: server.url, context: HomePageContext(appVersion: "nine"))
            let missing = await #expect(throws: HomePageError.self) {
                try await HomePageClient(server: server.url).page("none")
            }
            #expect(missing?.isNotFound == true)
            #expect(missing?.localizedDescription.contains("none") == true)
            let malformed = await #expect(throws: HomePageError.self) { try await client.page() }
            guard case .refused(let problem) = malformed else {
                Issue.record("\(String(describing: malformed))")
                return
            }
            #expect(problem.status == 400)
            #expect(problem.requestId?.isEmpty == false)
            #expect(problem.detail.contains("appVersion") || problem.errors.contains { $0.reason.contains("version") })
        }
    }

    @Test func theContext_decidesWhatIsSent() async throws {
        try await TestServer.run { server in
            _ = try await server.store.importPage(
                PageImport(page: "spring", document: try Project.page("music")), RequestInfo(.console))
            func page(_ context: HomePageContext) async throws -> HomePage {
                try await HomePageClient(server: server.url, context: context).page("spring").value
            }
            func codes(_ page: HomePage) -> [String] { page.data.blocks.map(\.blockCode) }
            let targeted = "HOMEPAGE_BLOCK_LAB_PLAYLIST"
            #expect(!codes(try await page(HomePageContext())).contains(targeted))
            #expect(!codes(try await page(HomePageContext(platform: .ios, appVersion: "8.9"))).contains(targeted))
            #expect(codes(try await page(HomePageContext(platform: .ios, appVersion: "9.1.0"))).contains(targeted))
            let (plain, english) = (try await page(HomePageContext()), try await page(HomePageContext(locale: "en")))
            #expect(plain != english)
            #expect(codes(plain) == codes(english))
        }
    }

    @Test func whateverSignsAParameterHas_theyArrive() async throws {
        try await ScriptedServer.run({ _, _ in ScriptedServer.page() }) { server in
            let uid = "a&b=c+d/é?#%20 \"漢"
            let base = try #require(URL(string: server.url.absoluteString + "/base/"))
            let client = HomePageClient(server: base, context: HomePageContext(platform: .web, uid: uid))
            _ = try await client.page("x")
            _ = try? await client.block("a/b c", of: "x")
            let requests = await server.log.requests
            #expect(requests[0].uri.path == "/base/homepage")
            #expect(requests[0].uri.queryParameters["uid"].map(String.init) == uid)
            #expect(requests[0].uri.queryParameters["platform"] == "web")
            #expect(requests[1].uri.path == "/base/homepage/blocks/a%2Fb%20c")
        }
    }

    @Test(arguments: ["ftp://example.com", "home", "http://", "file:///etc/passwd"])
    func anAddressThatIsNone_isRefused(_ address: String) async throws {
        let client = HomePageClient(server: try #require(URL(string: address)))
        await #expect(throws: HomePageError.address(address)) { try await client.page() }
    }

    @Test func aCodeThatIsAStepInAPath_isNoAddress() async throws {
        let client = HomePageClient(server: try #require(URL(string: "http://127.0.0.1:1")))
        await #expect(throws: HomePageError.address("http://127.0.0.1:1")) { try await client.block("..") }
    }

    @Test func addressesOfPictures_areResolvedAgainstTheServer() throws {
        let client = HomePageClient(server: try #require(URL(string: "https://home.example.com/v1/")))
        #expect(client.url(of: "/assets/a.svg")?.absoluteString == "https://home.example.com/v1/assets/a.svg")
        #expect(client.url(of: "//cdn.example.com/c.png")?.absoluteString == "https://cdn.example.com/c.png")
        #expect(client.url(of: "https://cdn.example.com/b.png")?.absoluteString == "https://cdn.example.com/b.png")
    }

    @Test func anAnswerThatIsNoPage_isUnreadable() async throws {
        for body in ["<html>sign in</html>", "", "[]", #"{"code":200}"#] {
            try await ScriptedServer.run({ _, _ in ScriptedServer.answer(.ok, body) }) { server in
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

    @Test func noServer_isUnreachable() async throws {
        let client = HomePageClient(server: try #require(URL(string: "http://127.0.0.1:1")))
        let error = await #expect(throws: HomePageError.self) { try await client.page() }
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
