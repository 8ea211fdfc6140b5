import Foundation
import HTTPTypes
import HomeBlocks
import HomeBlocksServer
import Hummingbird
import NIOCore
import Publishing
import SQLiteStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct HomepageRoutesTests {
    @Test func homepage_showsTheTwelveSectionsInOrder_onEveryAlias() async throws {
        try await TestServer.run { server in
            let page = try Project.plainPage("music")
            let response = try await server.get("/homepage")
            #expect(response.status == .ok)
            #expect(try await server.shown() == page.order)
            let alias = try await server.get("/homepage/block/page?refresh=true&page=music")
            #expect(alias.body == response.body)
            let form = try await server.send(
                .post, "/homepage/block/page", ["Content-Type": "application/x-www-form-urlencoded"],
                body: "refresh=true&page=music")
            #expect(form.body == response.body)
            let json = try await server.send(
                .post, "/homepage/block/page", ["Content-Type": "application/json"],
                body: #"{"page":"music","cursor":null}"#)
            #expect(json.body == response.body)
            #expect(try json.header("Cache-Control") == "no-store")
            #expect(try await server.send(.post, "/homepage/block/page").body == response.body)
        }
    }

    @Test func everyFieldOfEveryBlock_isServed() async throws {
        try await TestServer.run { server in
            let blocks = try await server.get("/homepage").json(at: "/data/blocks")?.array ?? []
            for (served, written) in zip(blocks, try Project.plainPage("music").blocks) {
                #expect(has(served, .object(written.content)), "\(written.blockCode)")
            }
        }
    }

    /// Whether a value is served as written, except for added members.
    private func has(_ served: JSONValue, _ written: JSONValue) -> Bool {
        switch (served, written) {
        case (.object(let served), .object(let written)):
            written.allSatisfy { name, value in served[name].map { has($0, value) } ?? false }
        case (.array(let served), .array(let written)):
            served.count == written.count && zip(served, written).allSatisfy { has($0, $1) }
        default: served == written
        }
    }

    @Test func menus_areServedByGetAndPost() async throws {
        try await TestServer.run { server in
            let menus = try await server.get("/homepage/dragon/ball")
            #expect(try menus.json(at: "/data")?.array?.count ?? 0 >= 9)
            #expect(try await server.send(.post, "/homepage/dragon/ball").body == menus.body)
            #expect(try await server.get("/homepage/dragon/ball?page=mall").json(at: "/data") == [])
        }
    }

    @Test func oneSection_andOneCard_areServedAlone() async throws {
        try await TestServer.run { server in
            let page = try await server.get("/homepage?page=mall")
            let block = try await server.get("/homepage/blocks/marquee?page=mall")
            #expect(try block.json(at: "/data") == page.json(at: "/data/blocks/0"))
            let card = try await server.get("/homepage/blocks/marquee/items/1?page=mall")
            #expect(try card.json(at: "/data") == page.json(at: "/data/blocks/0/extInfo/list/1"))
            #expect(try card.json(at: "/code") == 200)
            try await server.get("/homepage/blocks/none?page=mall").expectProblem(404, "none")
            // A section without data is not shown.
            try await server.get("/homepage/blocks/otherMall?page=mall").expectProblem(404)
            try await server.get("/homepage/blocks/marquee/items/999?page=mall").expectProblem(404, "999")
            try await server.get("/homepage/blocks/walletCard/items/0?page=mall").expectProblem(404)
            try await server.get("/homepage/blocks/marquee/items/-1?page=mall").expectProblem(400)
            try await server.get("/homepage/blocks/marquee/items/x?page=mall").expectProblem(400)
        }
    }

    /// Reads a page in parts, calling `between` between the first and the second.
    func walk(
        _ server: TestServer, limit: Int, between: () async throws -> Void = {}
    ) async throws -> [[String]] {
        var parts: [[String]] = []
        var cursor = ""
        while true {
            let escaped = try #require(cursor.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let part = try await server.get("/homepage?cursor=\(escaped)&limit=\(limit)")
            #expect(part.status == .ok)
            parts.append(
                try part.json(at: "/data/blocks")?.array?.compactMap { $0.object?["blockCode"]?.string } ?? [])
            cursor = try #require(try part.json(at: "/data/cursor")?.string)
            if try part.json(at: "/data/hasMore") == false { return parts }
            if parts.count == 1 { try await between() }
            try #require(parts.count < 50)
        }
    }

    @Test func walkingWithACursor_givesEachBlockOnce() async throws {
        try await TestServer.run { server in
            let order = try Project.plainPage("music").order
            let parts = try await walk(server, limit: 5)
            #expect(parts.map(\.count) == [5, 5, 2])
            #expect(parts.flatMap(\.self) == order)
            #expect(try await walk(server, limit: 1).flatMap(\.self) == order)
        }
    }

    @Test func aReorderBetweenTwoParts_neitherRepeatsNorLosesABlock() async throws {
        try await TestServer.run { server in
            let order = try Project.plainPage("music").order
            let parts = try await walk(server, limit: 4) {
                let list = order.reversed().map { "\"\($0)\"" }.joined(separator: ",")
                let response = try await server.sort("{\"order\":[\(list)]}")
                #expect(response.status == .ok)
            }
            #expect(parts.flatMap(\.self) == order)
            #expect(try await server.shown() == order.reversed())
        }
    }

    @Test func aBlockThatIsDeletedBetweenTwoParts_isSkipped() async throws {
        try await TestServer.run { server in
            var page = try Project.plainPage("music")
            let order = page.order
            let parts = try await walk(server, limit: 4) {
                page.blocks.remove(at: 6)
                _ = try await server.send(
                    .put, "/api/pages/music/export",
                    ["Authorization": "Bearer \(server.admin)", "Content-Type": "application/json"],
                    body: String(decoding: page.json(slug: "music").encoded, as: UTF8.self))
            }
            #expect(parts.flatMap(\.self) == order.filter { $0 != order[6] })
        }
    }

    @Test func cursorAndHasMore_areAbsentWithoutACursorParameter() async throws {
        try await TestServer.run { server in
            for path in ["/homepage", "/homepage?limit=3", "/homepage?refresh=true&limit=3"] {
                let response = try await server.get(path)
                #expect(try response.json(at: "/data/cursor") == .null)
                #expect(try response.json(at: "/data/hasMore") == false)
                #expect(try response.json(at: "/data/blocks")?.array?.count == 12)
            }
        }
    }

    @Test(arguments: [
        ("/homepage?cursor=x", 400, "cursor"), ("/homepage?cursor=%7B%7D", 400, "cursor"),
        ("/homepage?limit=0", 400, "limit"),
        ("/homepage?limit=many", 400, "limit"), ("/homepage?limit=1001", 400, "limit"),
        ("/homepage?page=none", 404, "none"),
        ("/homepage?page=..%2F..%2Fetc", 404, "page"), ("/homepage?cursor=%ZZ", 400, "encoding"),
        ("/nothing", 404, "path"),
        ("/homepage/", 200, ""), ("/homepage?page=", 200, ""), ("/homepage?cursor=&limit=5.0", 200, ""),
        ("/homepage?limit=5.5", 400, "limit"), ("/homepage?page=%ZZ", 400, "encoding"), ("/homepage?uid=%ZZ", 200, ""),
        ("/homepage/blocks", 404, "path"), ("/assets/../config/homeblocks.yaml", 404, ""),
        ("/block-types/none", 404, "none"),
    ])
    func aMalformedRequest_isRefused_withAReason(_ path: String, _ status: Int, _ words: String) async throws {
        try await TestServer.run { server in
            let response = try await server.get(path)
            if status == 200 { #expect(response.status.code == 200) } else { try response.expectProblem(status, words) }
        }
    }

    @Test func windows_openAndCloseWhenRead_andNoCacheOutlivesThem() async throws {
        try await TestServer.run { server in
            var page = try Project.plainPage("mall")
            page.blocks[0].from = server.time.clock.now.adding(seconds: 3)
            page.blocks[1].until = server.time.clock.now.adding(seconds: 3600)
            _ = try await server.store.importPage(PageImport(page: "timed", document: page), ChangeContext(.console))
            let before = try await server.get("/homepage?page=timed")
            #expect(try before.header("Cache-Control")?.contains("max-age=3,") == true)
            #expect(try before.header("Cache-Control")?.contains("stale-while-revalidate=0") == true)
            #expect(try await server.shown("/homepage?page=timed").first == "beltAndRoad")
            server.time.advance(seconds: 3)
            let after = try await server.get("/homepage?page=timed")
            #expect(try after.header("Cache-Control")?.contains("max-age=5,") == true)
            #expect(try await server.shown("/homepage?page=timed").first == "marquee")
            #expect(try before.header("ETag") != after.header("ETag"))
        }
    }

    @Test func pagesLayoutsAndPictures_areListed() async throws {
        try await TestServer.run { server in
            let pages = try await server.get("/pages").json(at: "/data")?.array ?? []
            #expect(pages.compactMap { $0.object?["page"]?.string } == ["mall", "music"])
            #expect(pages.compactMap { $0.object?["default"]?.bool } == [false, true])
            let types = try await server.get("/block-types").json(at: "/data")?.array ?? []
            #expect(types.count == 26)
            #expect(types.first?.object?["limits"]?.object?["items"] == 1000)
            let schema = try await server.get("/block-types/BANNER")
            #expect(try schema.header("Content-Type") == "application/schema+json")
            #expect(try schema.json(at: "/$schema") == "https://json-schema.org/draft/2020-12/schema")
            let picture = try await server.get("/assets/covers/aurora.svg")
            #expect(try picture.header("Content-Type") == "image/svg+xml")
            let drawn = try await server.get("/assets/covers/aurora.webp")
            #expect(try drawn.header("Content-Type") == "image/webp")
            #expect(try picture.header("Content-Security-Policy")?.contains("default-src 'none'") == true)
        }
    }

    /// The news page's items mention their pictures one by one.
    static let newsItems = (0..<12).map { "/homepage/blocks/latest/items/\($0)?page=news" }

    @Test func everyPictureOfTheStarterPages_isServed() async throws {
        try await TestServer.run(pages: ["music", "mall", "demo", "news", "moments"]) { server in
            var pictures: Set<String> = []
            for path in ["music", "mall", "demo", "moments"].map({ "/homepage?page=\($0)" }) + Self.newsItems {
                let text = String(buffer: try await server.get(path).body)
                pictures.formUnion(text.split(separator: "\"").map(String.init).filter { $0.hasPrefix("/assets/") })
            }
            #expect(pictures.count > 40)
            for picture in pictures { #expect(try await server.get(picture).status == .ok, "\(picture)") }
        }
    }

    @Test func healthChecks_succeed() async throws {
        try await TestServer.run { server in
            for path in ["/healthz", "/readyz"] {
                let response = try await server.get(path)
                #expect(response.status == .ok)
                #expect(try response.header("Cache-Control") == "no-store")
            }
        }
    }
}
