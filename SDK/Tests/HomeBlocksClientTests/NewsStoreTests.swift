import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct NewsStoreTests {
    @Test func detailsFromACopy_andDetailsRemovedInTheMeantime_areNotKept() async throws {
        let latch = Latch()
        let folder = try TemporaryFolder()
        let entry = try NewsFeed(
            try Block(
                json: [
                    "blockCode": "latest", "showType": "NEWS_FEED", "extInfo": ["list": [["id": 7, "kind": "review"]]],
                ])
        ).entries[0]
        try await ScriptedServer.run({ _, count in
            if count == 1 { await latch.wait() }
            if count == 3 { return ScriptedServer.response(500) }
            return ScriptedServer.response(
                200, #"{"data":{"id":7,"kind":"review","title":"T","imageUrl":"/i","rating":7}}"#,
                ["ETag": "\"1\"", "Cache-Control": "stale-if-error=60"])
        }) { server in
            let client = HomePageClient(
                server: server.url, cache: ResponseCache(folder: folder.url), options: ClientOptions(attempts: 1))
            let store = await NewsStore(client: client)
            let first = Task { try await store.detail(of: entry).title }
            await latch.arrived()
            await store.removeAll()
            await latch.open()
            #expect(try await first.value == "T")
            #expect(await store.known(entry) == nil)
            _ = try await store.detail(of: entry)
            #expect(await store.known(entry) != nil)
            await store.removeAll()
            #expect(try await store.detail(of: entry).title == "T")
            #expect(await store.known(entry) == nil)
        }
    }

    @Test func aCellReusedForAnotherSection_doesNotShowALateResponse() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ request, _ in
            let isFirst = request.path.contains("/blocks/A/")
            if isFirst { await latch.wait() }
            return ScriptedServer.response(
                200,
                #"{"data":{"id":1,"kind":"review","title":"\#(isFirst ? "A" : "B")","imageUrl":"/i","rating":7}}"#)
        }) { server in
            try await Self.sections(server, latch)
        }
    }

    @MainActor private static func sections(_ server: ScriptedServer, _ latch: Latch) async throws {
        let entries = try ["A", "B"].map { code in
            try NewsFeed(
                try Block(
                    json: [
                        "blockCode": .string(code), "showType": "NEWS_FEED",
                        "extInfo": ["list": [["id": 1, "kind": "review"]]],
                    ])
            ).entries[0]
        }
        let store = NewsStore(client: HomePageClient(server: server.url))
        let cell = Cell()
        let first = cell.configure(for: entries[0], from: store)
        await latch.arrived()
        await cell.configure(for: entries[1], from: store)?.value
        await latch.open()
        await first?.value
        #expect(cell.texts == ["…", "…", "B"])
    }

    @MainActor final class Cell: NewsPresentable {
        var entry: NewsEntry?
        private(set) var texts: [String] = []

        func prepare(for item: NewsItem) { texts.append("…") }
        func present(_ detail: NewsDetail) { texts.append(detail.title) }
        func presentFailure(_ error: HomePageError) { texts.append("\(error)") }
    }

    @Test func aCellReusedForAnotherItem_doesNotShowALateResponse() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ request, _ in
            // The request is by id, regardless of the item's current position.
            let id = request.path.split(separator: "/").last?.split(separator: ":").last ?? ""
            if id == "0" { await latch.wait() }
            return ScriptedServer.response(
                200, #"{"data":{"id":\#(id),"kind":"review","title":"item \#(id)","imageUrl":"/i","rating":7}}"#)
        }) { server in
            try await Self.reuse(server, latch)
        }
    }

    @MainActor private static func reuse(_ server: ScriptedServer, _ latch: Latch) async throws {
        let block = try Block(
            json: [
                "blockCode": "latest", "showType": "NEWS_FEED",
                "extInfo": ["list": [["id": 0, "kind": "review"], ["id": 1, "kind": "review"]]],
            ])
        let feed = try NewsFeed(block)
        let store = NewsStore(client: HomePageClient(server: server.url))
        let cell = Cell()
        let first = cell.configure(for: feed.entries[0], from: store)
        await latch.arrived()
        await cell.configure(for: feed.entries[1], from: store)?.value
        await latch.open()
        await first?.value
        #expect(cell.texts == ["…", "…", "item 1"])
        // Its details are now known: no request and no placeholder.
        #expect(cell.configure(for: feed.entries[0], from: store) == nil)
        #expect(cell.texts.last == "item 0")
        #expect(cell.texts.count == 4)
        #expect(
            await server.log.requests.map(\.path).sorted().map { $0.prefix(34) }
                == ["id:0", "id:1"].map {
                    "/homepage/blocks/latest/items/\($0)"
                })
    }

    // MARK: Servers of earlier versions

    private static func entries() throws -> [NewsEntry] {
        try NewsFeed(
            try Block(
                json: [
                    "blockCode": "latest", "showType": "NEWS_FEED",
                    "extInfo": ["list": [["id": 5, "kind": "review"], ["id": 6, "kind": "review"]]],
                ])
        ).entries
    }

    @Test(arguments: [400, 404]) func aServerWithoutSupportForIds_isRequestedByPosition(status: Int) async throws {
        let ids = Box([5, 6])
        try await ScriptedServer.run({ request, _ in
            let name = request.path.split(separator: "/").last.map(String.init) ?? ""
            guard let index = Int(name) else { return ScriptedServer.response(status) }
            guard ids.value.indices.contains(index) else { return ScriptedServer.problem(404) }
            let id = ids.value[index]
            return ScriptedServer.response(
                200, #"{"data":{"id":\#(id),"kind":"review","title":"T\#(id)","imageUrl":"/i","rating":7}}"#)
        }) { server in
            let store = await NewsStore(client: HomePageClient(server: server.url))
            let entries = try Self.entries()
            #expect(try await store.detail(of: entries[1]).title == "T6")
            #expect(
                await server.log.requests.map(\.path)
                    == ["/homepage/blocks/latest/items/id:6", "/homepage/blocks/latest/items/1"])
            // The position may now have another item, or none: the wrong one is never returned.
            ids.value = [4, 5]
            await #expect(throws: HomePageError.outdated) { try await store.detail(of: entries[0]) }
            ids.value = []
            await #expect(throws: HomePageError.outdated) { try await store.detail(of: entries[0]) }
        }
    }

    @Test func aFailingServer_isNotRequestedByPosition() async throws {
        try await ScriptedServer.run({ _, _ in ScriptedServer.response(500) }) { server in
            let client = HomePageClient(server: server.url, options: ClientOptions(attempts: 1))
            let store = await NewsStore(client: client)
            let entry = try Self.entries()[0]
            await #expect(throws: HomePageError.self) { try await store.detail(of: entry) }
            #expect(await server.log.requests.count == 1)
        }
    }
}
