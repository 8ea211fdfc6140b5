import Foundation
import HTTPTypes
import HomeBlocks
import HomeBlocksClient
import Publishing
import SQLiteStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HomePageClientTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var url: URL { folder.url.appending(path: "cache") }

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
            let same: Loaded<NewsDetail> = try await client.item(id: "\(review.id)", of: "latest", page: "news")
            #expect(same.value == review.value)
            guard case .review(let details) = review.value else {
                Issue.record("\(review.value)")
                return
            }
            #expect(details.rating > 0)
        }
    }

    @Test func aRefusal_hasTheServersReason() async throws {
        try await TestServer.run { server in
            let client = HomePageClient(server: server.url)
            let missing = await #expect(throws: HomePageError.self) { try await client.page("none") }
            #expect(missing?.isNotFound == true)
            #expect(missing?.failureReason?.contains("none") == true)
            let malformed = await #expect(throws: HomePageError.self) { try await client.part(limit: 0) }
            guard case .refused(let problem) = malformed else {
                Issue.record("\(String(describing: malformed))")
                return
            }
            #expect(problem.status == 400)
            #expect(problem.requestId?.isEmpty == false)
            #expect(problem.detail.contains("limit"))
        }
    }

    @Test func theContext_decidesWhatIsSent() async throws {
        try await TestServer.run { server in
            _ = try await server.store.importPage(
                PageImport(page: "spring", document: try Project.page("music")), ChangeContext(.console))
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

    @Test func theParts_areTheWholePage() async throws {
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
                let response = try await server.sort(
                    "{\"moves\":[{\"block\":\"\(last)\",\"to\":\"start\"}]}", query: "?page=moments")
                #expect(response.status == .ok)
            }
            #expect(codes == (try Project.plainPage("moments").order))
        }
    }

    /// Cancelling while the response arrives must neither hang nor break the client: on Linux, a session can then wait
    /// for itself.
    @Test(.timeLimit(.minutes(2))) func cancellingAtAnyMoment_leavesAClientThatWorks() async throws {
        try await TestServer.run { server in
            let (client, other) = (HomePageClient(server: server.url), HomePageClient(server: server.url))
            for round in 0..<150 {
                let leaves = Task {
                    async let menus = client.menus("mall")
                    return (try? await client.page("mall"), try? await menus)
                }
                // The other requests are about to return as well.
                _ = try await (round % 2 == 0 ? other.sort(of: "mall").order : other.page("mall").json.keys.sorted())
                leaves.cancel()
                _ = await leaves.value
            }
            let page = try await client.page()
            #expect(!page.data.blocks.isEmpty)
        }
    }

    @Test func onlyChangedContent_isSentAgain() async throws {
        try await TestServer.run { server in
            let client = HomePageClient(server: server.url, cache: ResponseCache(folder: url))
            let first = try await client.page("mall")
            let second = try await client.page("mall")
            #expect((first.origin, second.origin) == (.server, .confirmed))
            #expect(first.value == second.value)
            #expect(
                try await server.sort(#"{"moves":[{"block":"otc","to":"start"}]}"#, query: "?page=mall").status == .ok)
            let third = try await client.page("mall")
            #expect(third.origin == .server)
            #expect(third.data.blocks.first?.blockCode == "otc")
        }
    }

    @Test func eachAudience_hasItsOwnCopy() async throws {
        try await TestServer.run { server in
            let cache = ResponseCache(folder: url)
            let (plain, english) = (
                HomePageClient(server: server.url, cache: cache),
                HomePageClient(server: server.url, context: HomePageContext(locale: "en"), cache: cache)
            )
            let first = try await plain.page()
            #expect(try await english.page().origin == .server)
            #expect(try await english.page().value != first.value)
            #expect(try await plain.page().value == first.value)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("cache")).count == 2)
        }
    }
}
