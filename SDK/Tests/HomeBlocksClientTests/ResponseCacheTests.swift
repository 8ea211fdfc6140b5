import Foundation
import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ResponseCacheTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var url: URL { folder.url.appendingPathComponent("cache") }

    func files() throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
    }

    @Test func withoutAServer_theCopyIsShown_regardlessOfItsAge() async throws {
        let address = Box<URL?>(nil)
        let cache = ResponseCache(folder: url)
        let document = String(decoding: try RecordedDocuments.text("music"), as: UTF8.self)
        try await ScriptedServer.run({ _, _ in ScriptedServer.response(200, document, ["ETag": "\"1\""]) }) { server in
            _ = try await HomePageClient(server: server.url, cache: cache).page()
            address.value = server.url
        }
        // Another launch of the app, without the server.
        let client = HomePageClient(server: try #require(address.value), cache: ResponseCache(folder: url))
        let page = try await client.page()
        #expect(page.data.blocks.count == 12)
        guard case .stale(let since, .unreachable) = page.origin else {
            Issue.record("\(page.origin)")
            return
        }
        #expect(abs(since.timeIntervalSinceNow) < 60)
        await #expect(throws: HomePageError.self) { try await client.page("mall") }
        await cache.removeAll()
        await #expect(throws: HomePageError.self) { try await client.page() }
    }

    @Test func whenTheServerFails_theCopyIsUsed_forAsLongAsAllowed() async throws {
        for (allowed, isShown) in [("stale-if-error=600", true), ("max-age=5", false)] {
            let cache = ResponseCache(folder: url)
            await cache.removeAll()
            try await ScriptedServer.run({ _, count in
                count == 1
                    ? ScriptedServer.page(headers: ["ETag": "\"1\"", "Cache-Control": "public, \(allowed)"])
                    : ScriptedServer.response(500)
            }) { server in
                let client = HomePageClient(server: server.url, cache: cache, options: ClientOptions(attempts: 1))
                _ = try await client.page()
                let second = await Result { try await client.page() }
                #expect(((try? second.get()) != nil) == isShown, "\(allowed)")
            }
        }
    }

    @Test func aPageThatNoLongerExists_isRemoved() async throws {
        try await ScriptedServer.run({ _, count in
            count == 1 ? ScriptedServer.page(headers: ["ETag": "\"1\""]) : ScriptedServer.problem(404)
        }) { server in
            let client = HomePageClient(server: server.url, cache: ResponseCache(folder: url))
            _ = try await client.page()
            await #expect(throws: HomePageError.self) { try await client.page() }
            await #expect(throws: HomePageError.self) { try await client.page() }
            #expect(await server.log.header("If-None-Match") == [nil, "\"1\"", nil])
        }
    }

    @Test func anErrorThatIsNotAboutThePage_keepsTheCopy() async throws {
        try await ScriptedServer.run({ _, count in
            switch count {
            case 1: ScriptedServer.page(headers: ["ETag": "\"1\""])
            case 2: ScriptedServer.problem(403)
            default: ScriptedServer.response(304, "", ["ETag": "\"1\""])
            }
        }) { server in
            let client = HomePageClient(server: server.url, cache: ResponseCache(folder: url))
            _ = try await client.page()
            await #expect(throws: HomePageError.self) { try await client.page() }
            #expect(try await client.page().origin == .confirmed)
        }
    }

    @Test func theCacheControlOfA304_appliesFromThenOn() async throws {
        try await ScriptedServer.run({ _, count in
            switch count {
            case 1: ScriptedServer.page(headers: ["ETag": "\"1\"", "Cache-Control": "stale-if-error=600"])
            case 2: ScriptedServer.response(304, "", ["Cache-Control": "stale-if-error=0"])
            default: ScriptedServer.response(500)
            }
        }) { server in
            let client = HomePageClient(
                server: server.url, cache: ResponseCache(folder: url), options: ClientOptions(attempts: 1))
            _ = try await client.page()
            #expect(try await client.page().origin == .confirmed)
            await #expect(throws: HomePageError.self) { try await client.page() }
        }
    }

    @Test func aResponseToARequestFromBeforeRemoveAll_isNotStored() async throws {
        let latch = Latch()
        let cache = ResponseCache(folder: url)
        try await ScriptedServer.run({ _, _ in
            await latch.wait()
            return ScriptedServer.page(headers: ["ETag": "\"1\""])
        }) { server in
            let client = HomePageClient(server: server.url, cache: cache)
            let page = Task { try await client.page() }
            await latch.arrived()
            await cache.removeAll()
            await latch.open()
            _ = try await page.value
            #expect((try? files())?.isEmpty ?? true)
        }
    }

    @Test func aNoStoreResponse_isNotStored_andRemovesTheEarlierCopy() async throws {
        try await ScriptedServer.run({ _, count in
            ScriptedServer.page(headers: ["ETag": "\"1\"", "Cache-Control": count == 1 ? "max-age=5" : "No-Store"])
        }) { server in
            let client = HomePageClient(server: server.url, cache: ResponseCache(folder: url))
            _ = try await client.page()
            #expect(try files().count == 1)
            _ = try await client.page()
            #expect(try files().isEmpty)
        }
    }

    @Test func aPageWithoutAnETag_replacesTheEarlierOne() async throws {
        try await ScriptedServer.run({ _, count in
            switch count {
            case 1: ScriptedServer.page("OLD", headers: ["ETag": "\"1\""])
            case 2: ScriptedServer.page("NEW")
            default: ScriptedResponse(isDropped: true)
            }
        }) { server in
            let client = HomePageClient(server: server.url, cache: ResponseCache(folder: url))
            _ = try await client.page()
            #expect(try await client.page().origin == .server)
            let page = try await client.page()
            #expect(page.data.blocks.map(\.blockCode) == ["NEW"])
            guard case .stale(_, .unreachable) = page.origin else {
                Issue.record("\(page.origin)")
                return
            }
            #expect(await server.log.header("If-None-Match") == [nil, "\"1\"", nil])
        }
    }

    @Test func aDamagedFile_countsAsMissing() async throws {
        let document = String(decoding: try RecordedDocuments.text("music"), as: UTF8.self)
        let headers = ["ETag": "\"1\"", "Cache-Control": "public, max-age=5, stale-if-error=86400"]
        try await ScriptedServer.run({ request, _ in
            request.headers["if-none-match"] == "\"1\""
                ? ScriptedServer.response(304, "", headers) : ScriptedServer.response(200, document, headers)
        }) { server in
            let client = HomePageClient(server: server.url, cache: ResponseCache(folder: url))
            let page = try await client.page()
            let file = try #require(try files().first)
            let whole = try Data(contentsOf: file)
            var flipped = whole
            flipped[whole.count - 40] ^= 1
            for damaged in [
                Data(), whole.prefix(whole.count / 2), flipped, Data("{}\n".utf8), Data("\n\n".utf8),
                Self.replacing("staleIfError\":86400", "staleIfError\":9223372036854775807", in: whole),
                Self.replacing("\"date\":1", "\"date\":9223372036854775807, \"x\":1", in: whole),
            ] {
                try damaged.write(to: file)
                let again = try await client.page()
                #expect(again.origin == .server)
                #expect(again.value == page.value)
                #expect(try await client.page().origin == .confirmed)
            }
        }
    }

    static func replacing(_ old: String, _ new: String, in file: Data) -> Data {
        let text = String(decoding: file, as: UTF8.self)
        precondition(text.contains(old))
        return Data(text.replacingOccurrences(of: old, with: new).utf8)
    }

    @Test func theFolder_staysWithinItsLimit_andKeepsRecentlyReadFiles() async throws {
        try await ScriptedServer.run({ request, count in
            let size = request.parameters["page"] == "huge" ? 9000 : 1000
            return ScriptedServer.page(
                String(repeating: "x", count: size), headers: ["ETag": "\"\(request.path)\""])
        }) { server in
            let client = HomePageClient(server: server.url, cache: ResponseCache(folder: url, limit: 8000))
            for number in 0..<20 {
                _ = try await client.page("p\(number)")
                _ = try await client.page("p0")
            }
            let sizes = try files().map { try Data(contentsOf: $0).count }
            #expect(sizes.reduce(0, +) <= 8000)
            #expect(sizes.count >= 4)
            _ = try await client.page("huge")
            #expect(try files().count == sizes.count)
            let texts = try files().map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
            #expect(texts.contains { $0.contains("page=p0") })
            #expect(!texts.contains { $0.contains("page=p5\"") })
        }
    }
}
