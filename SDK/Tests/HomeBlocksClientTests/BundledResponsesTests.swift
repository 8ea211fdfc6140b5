import Foundation
import HomeBlocks
import HomeBlocksClient
import HomeBlocksTesting
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct BundledResponsesTests {
    let folder: TemporaryFolder
    static let date = 1_790_000_000_000

    init() throws { folder = try TemporaryFolder() }

    /// A bundle with the page `music`, as `homeblocks export --bundle` writes it.
    func bundle(file: String = "music-page.json", date: Int = Self.date) throws -> BundledResponses {
        try RecordedPage.music.document.write(to: folder.url.appendingPathComponent("music-page.json"))
        let manifest: JSONValue = [
            "date": JSONValue(date),
            "responses": [
                [
                    "address": "/homepage?page=music", "file": .string(file),
                    "validators": ["\"b\"", "\"b-gzip\""],
                ]
            ],
        ]
        try Data(manifest.encoded).write(to: folder.url.appendingPathComponent(BundledResponses.manifestName))
        return try BundledResponses(folder: folder.url)
    }

    @Test func withoutAServer_theBundlesPageIsShown_forEveryContext() async throws {
        let nowhere = try #require(URL(string: "http://127.0.0.1:1"))
        let client = HomePageClient(
            server: nowhere, context: HomePageContext(platform: .ios, appVersion: "9.1.0"), bundle: try bundle())
        let page = try await client.page("music", policy: .cacheFirst)
        #expect(page.data.blocks.count == 12)
        #expect(page.origin == .stored(since: Date(timeIntervalSince1970: 1_790_000_000)))
        guard case .stale(_, .unreachable) = try await client.page("music").origin else {
            Issue.record("the bundle does not stand in")
            return
        }
        await #expect(throws: HomePageError.self) { try await client.page("mall", policy: .cacheFirst) }
    }

    @Test func theFirstPage_needsNoRequest() async throws {
        let bundle = try bundle()
        try await ScriptedServer.run({ _, _ in ScriptedServer.page() }) { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url, bundle: bundle), page: "music")
            await model.refresh(policy: .cacheFirst)
            #expect(await model.sections.count == 12)
            #expect(await server.log.requests.isEmpty)
        }
    }

    @Test func theFirstRequest_hasTheValidators_andA304StoresThePage() async throws {
        let bundle = try bundle()
        let cache = ResponseCache(folder: folder.url.appendingPathComponent("cache"))
        try await ScriptedServer.run({ request, _ in
            ScriptedServer.response(304, "", ["ETag": "\"b-gzip\"", "Cache-Control": "stale-if-error=60"])
        }) { server in
            let client = HomePageClient(server: server.url, cache: cache, bundle: bundle)
            let first = try await client.page("music")
            #expect(first.origin == .confirmed)
            let second = try await client.page("music")
            #expect(second.data.blocks.count == 12)
            #expect(await server.log.header("If-None-Match") == ["\"b\", \"b-gzip\"", "\"b-gzip\""])
        }
    }

    @Test func aConfirmedBundledPage_stillHasNoAgeLimit() async throws {
        let bundle = try bundle()
        let cache = ResponseCache(folder: folder.url.appendingPathComponent("cache"))
        try await ScriptedServer.run({ _, count in
            switch count {
            case 1: ScriptedServer.response(304, "", ["ETag": "\"b\"", "Cache-Control": "stale-if-error=0"])
            case 2: ScriptedServer.response(500)
            default: ScriptedServer.problem(404)
            }
        }) { server in
            let client = HomePageClient(
                server: server.url, cache: cache, bundle: bundle, options: ClientOptions(attempts: 1))
            #expect(try await client.page("music").origin == .confirmed)
            let page = try await client.page("music")
            #expect(page.data.blocks.count == 12)
            guard case .stale(let confirmed, .refused) = page.origin else {
                Issue.record("\(page.origin)")
                return
            }
            #expect(confirmed >= bundle.date)
            await #expect(throws: HomePageError.self) { try await client.page("music") }
        }
    }

    @Test func anOlderBundle_doesNotReplaceAnExpiredPage() async throws {
        let bundle = try bundle()
        let cache = ResponseCache(folder: folder.url.appendingPathComponent("cache"))
        try await ScriptedServer.run({ _, count in
            count == 1
                ? ScriptedServer.page("NEW", headers: ["ETag": "\"1\"", "Cache-Control": "stale-if-error=0"])
                : ScriptedServer.response(500)
        }) { server in
            let client = HomePageClient(
                server: server.url, cache: cache, bundle: bundle, options: ClientOptions(attempts: 1))
            #expect(try await client.page("music").data.blocks.map(\.blockCode) == ["NEW"])
            do {
                let page = try await client.page("music")
                Issue.record("\(page.data.blocks.map(\.blockCode)), \(page.origin)")
            } catch HomePageError.refused(let problem) {
                #expect(problem.status == 500)
            }
        }
    }

    @Test func theCachedCopy_takesPrecedenceOverTheBundle() async throws {
        let bundle = try bundle()
        let cache = ResponseCache(folder: folder.url.appendingPathComponent("cache"))
        try await ScriptedServer.run({ _, _ in ScriptedServer.page("NEW", headers: ["ETag": "\"1\""]) }) { server in
            let client = HomePageClient(server: server.url, cache: cache, bundle: bundle)
            _ = try await client.page("music")
            let page = try await client.page("music", policy: .cacheFirst)
            #expect(page.data.blocks.map(\.blockCode) == ["NEW"])
        }
    }

    @Test func aFolderThatIsNotABundle_isRejected() throws {
        #expect(throws: (any Error).self) { try BundledResponses(folder: folder.url) }
        #expect(throws: JSONIssue.self) { try bundle(file: "../music-page.json") }
        #expect(throws: JSONIssue.self) { try bundle(date: .max) }
        let manifest = folder.url.appendingPathComponent(BundledResponses.manifestName)
        for text in ["", "[]", #"{"date":1}"#, #"{"date":1,"responses":[{"address":"/"}]}"#] {
            try Data(text.utf8).write(to: manifest)
            #expect(throws: (any Error).self) { try BundledResponses(folder: folder.url) }
        }
    }

    @Test func aMissingFile_isNotACopy() async throws {
        let bundle = try bundle(file: "none.json")
        #expect(bundle.addresses == ["/homepage?page=music"])
        #expect(bundle.body(for: "/homepage?page=music") == nil)
    }
}
