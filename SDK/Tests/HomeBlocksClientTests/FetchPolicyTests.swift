import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

@testable import HomeBlocksClient

@Suite(.timeLimit(.minutes(2))) struct FetchPolicyTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var cache: ResponseCache { ResponseCache(folder: folder.url.appendingPathComponent("cache")) }

    static let headers = ["ETag": "\"1\"", "Cache-Control": "max-age=5, stale-if-error=600"]

    /// Returns the codes of the first section with the origins, and the final error.
    static func all(
        _ results: FetchResults<HomePage>
    ) async -> (pages: [(code: String, origin: Origin)], error: HomePageError?) {
        var pages: [(String, Origin)] = []
        do throws(HomePageError) {
            var iterator = results.makeAsyncIterator()
            while let page = try await iterator.next() {
                pages.append((page.data.blocks.first?.blockCode ?? "", page.origin))
            }
            return (pages, nil)
        } catch {
            return (pages, error)
        }
    }

    static func isStored(_ origin: Origin?) -> Bool { if case .stored = origin { true } else { false } }

    @Test func cacheThenNetwork_returnsTheCopyWhileTheServerIsSilent_andThenItsResponse() async throws {
        let latch = Latch()
        let cache = cache
        try await ScriptedServer.run({ _, count in
            if count > 1 { await latch.wait() }
            return ScriptedServer.page(count == 1 ? "OLD" : "NEW", headers: ["ETag": "\"\(count)\""])
        }) { server in
            _ = try await HomePageClient(server: server.url, cache: cache).page()
            let client = HomePageClient(server: server.url, cache: cache)
            var results = client.results(of: .page(), policy: .cacheThenNetwork).makeAsyncIterator()
            let first = try #require(try await results.next())
            #expect(first.data.blocks.map(\.blockCode) == ["OLD"])
            #expect(Self.isStored(first.origin))
            await latch.arrived()
            await latch.open()
            let second = try #require(try await results.next())
            #expect(second.data.blocks.map(\.blockCode) == ["NEW"])
            #expect(second.origin == .server)
            let third = try await results.next()
            #expect(third == nil)
            #expect(await server.log.header("If-None-Match") == [nil, "\"1\""])
        }
    }

    @Test func cacheThenNetwork_withoutAServer_endsWithTheCopyAndTheReason() async throws {
        let address = Box<URL?>(nil)
        let cache = cache
        try await ScriptedServer.run({ _, _ in ScriptedServer.page(headers: Self.headers) }) { server in
            _ = try await HomePageClient(server: server.url, cache: cache).page()
            address.value = server.url
        }
        let client = HomePageClient(server: try #require(address.value), cache: cache)
        let results = await Self.all(client.results(of: .page()))
        #expect(results.error == nil)
        #expect(results.pages.map(\.code) == ["A", "A"])
        #expect(Self.isStored(results.pages.first?.origin))
        guard case .stale(let since, .unreachable)? = results.pages.last?.origin else {
            Issue.record("\(results)")
            return
        }
        #expect(since == results.pages.first?.origin.staleSince)
    }

    @Test func cacheThenNetwork_throwsAfterTheCopy_whenThePageNoLongerExists() async throws {
        let cache = cache
        try await ScriptedServer.run({ _, count in
            count == 1 ? ScriptedServer.page(headers: Self.headers) : ScriptedServer.problem(404)
        }) { server in
            let client = HomePageClient(server: server.url, cache: cache)
            _ = try await client.page()
            let results = await Self.all(client.results(of: .page()))
            #expect(results.pages.map(\.code) == ["A"])
            #expect(results.error?.isNotFound == true)
        }
    }

    @Test func cacheFirst_onlySendsARequest_withoutACopy() async throws {
        let cache = cache
        try await ScriptedServer.run({ _, _ in ScriptedServer.page(headers: Self.headers) }) { server in
            let client = HomePageClient(server: server.url, cache: cache)
            #expect(try await client.page(policy: .cacheFirst).origin == .server)
            let second = try await client.page(policy: .cacheFirst)
            #expect(Self.isStored(second.origin))
            #expect(await server.log.requests.count == 1)
        }
    }

    @Test func networkOnly_neverReturnsAnUnconfirmedCopy() async throws {
        let cache = cache
        try await ScriptedServer.run({ _, count in
            switch count {
            case 1: ScriptedServer.page(headers: Self.headers)
            case 2: ScriptedServer.response(304, "", Self.headers)
            default: ScriptedServer.response(500)
            }
        }) { server in
            let client = HomePageClient(server: server.url, cache: cache, options: ClientOptions(attempts: 1))
            _ = try await client.page(policy: .networkOnly)
            #expect(try await client.page(policy: .networkOnly).origin == .confirmed)
            await #expect(throws: HomePageError.self) { try await client.page(policy: .networkOnly) }
            #expect(try await client.page(policy: .networkFirst).origin.staleSince != nil)
        }
    }

    @Test func leavingALoadEarly_cancelsItsRequest() async throws {
        let latch = Latch()
        let cache = cache
        try await ScriptedServer.run({ _, count in
            if count > 1 { await latch.wait() }
            return ScriptedServer.page(headers: Self.headers)
        }) { server in
            // The timeouts are long, so that only cancellation can end the request.
            let options = ClientOptions(timeout: 3600, deadline: 3600)
            let client = HomePageClient(server: server.url, cache: cache, options: options)
            _ = try await client.page()
            for try await page in client.results(of: .page()) {
                #expect(Self.isStored(page.origin))
                await latch.arrived()
                break
            }
            while await client.coalescer.waiting > 0 {
                try Task.checkCancellation()
                await Task.yield()
            }
            // A task that waits for the second result returns as soon as it is cancelled.
            let task = Task {
                var results = client.results(of: .page()).makeAsyncIterator()
                _ = try await results.next()
                return try await results.next()
            }
            await latch.arrived(2)
            task.cancel()
            await #expect(throws: HomePageError.cancelled) { try await task.value }
            await latch.open()
        }
    }

    @Test func releasingTheClientAfterTheCopy_doesNotTrap() async throws {
        let cache = cache
        let document = String(decoding: try RecordedDocuments.text("music"), as: UTF8.self)
        try await ScriptedServer.run({ _, _ in ScriptedServer.response(200, document, Self.headers) }) { server in
            _ = try await HomePageClient(server: server.url, cache: cache).page()
            for _ in 0..<20 {
                for try await page in HomePageClient(server: server.url, cache: cache).results(of: .page()) {
                    #expect(Self.isStored(page.origin))
                    break
                }
            }
        }
    }

    /// Requires an idle machine and a release build (`script/verify`).
    @Test(.enabled(if: ProcessInfo.processInfo.environment["HOMEBLOCKS_MEASURES"] != nil))
    func theFirstContent_isAvailableWithin50Milliseconds_regardlessOfTheServer() async throws {
        let cache = cache
        let isSilent = Box(false)
        let document = String(decoding: try RecordedDocuments.text("music"), as: UTF8.self)
        let address = Box<URL?>(nil)
        try await ScriptedServer.run({ _, _ in
            if isSilent.value { try await Task.sleep(nanoseconds: 6_000_000_000) }
            return ScriptedServer.response(200, document, Self.headers)
        }) { server in
            _ = try await HomePageClient(server: server.url, cache: cache).page()
            address.value = server.url
            isSilent.value = true
            try await Self.measure("server 6 s slow", server.url, cache)
        }
        try await Self.measure("server dead", try #require(address.value), cache)
    }

    private static func measure(_ name: String, _ server: URL, _ cache: ResponseCache) async throws {
        var seconds: [TimeInterval] = []
        for _ in 0..<20 {
            let client = HomePageClient(server: server, cache: cache, options: ClientOptions(deadline: 1))
            let begin = Date()
            for try await page in client.results(of: .page()) {
                let content = HomeContent(page.value)
                seconds.append(Date().timeIntervalSince(begin))
                #expect(content.sections.count == 12)
                #expect(isStored(page.origin))
                break
            }
        }
        let sorted = seconds.sorted()
        print("\(name): first content after \(sorted.map { Int($0 * 1000) }) ms")
        #expect(sorted[sorted.count / 2] <= 0.05)
    }
}
