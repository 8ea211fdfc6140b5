import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

/// A list of many requests over HTTP, where a test controls when each request ends.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ListManagerLoadingTests {
    static let codes = ["gridOne", "textOne", "centerTextOne", "imageOne"]

    static func register(
        _ list: ListManager<DemoItem>, _ client: HomePageClient, _ latches: [String: Latch]
    ) {
        list.register(
            codes.map { code in
                CollectionManager(code) {
                    await latches[code]?.wait()
                    return try DemoItem.items(of: try await client.block(code, of: "demo").value)
                }
            })
    }

    static func latches() -> [String: Latch] { Dictionary(uniqueKeysWithValues: codes.map { ($0, Latch()) }) }

    static func until(
        _ list: ListManager<DemoItem>, _ condition: ([CollectionManager<DemoItem>]) -> Bool
    ) async {
        for await parts in list.updates() where condition(parts) { return }
    }

    /// Serves the sections of the recorded page, except for those in `gone`, and an order that a test sets.
    static func run(
        order: Box<[String]> = Box(codes), gone: Set<String> = [],
        _ test: @escaping @Sendable (ScriptedServer) async throws -> Void
    ) async throws {
        try await ScriptedServer.run(
            { request, _ in
                if request.path == "/sort" {
                    let order = order.value.map { "\"\($0)\"" }.joined(separator: ",")
                    return ScriptedServer.response(200, #"{"data":{"order":[\#(order)]}}"#)
                }
                let code = request.path.split(separator: "/").last.map(String.init) ?? ""
                if gone.contains(code) { return ScriptedServer.problem(404) }
                let block = JSONValue.object(try RecordedDocuments.block(code, of: "demo").json)
                return ScriptedServer.response(200, #"{"data":\#(String(decoding: block.encoded, as: UTF8.self))}"#)
            }, test)
    }

    @Test func aReorderDuringALoad_isAppliedByTheNextRefresh() async throws {
        let order = Box(Self.codes)
        try await Self.run(order: order) { server in try await Self.reorder(server, order) }
    }

    private static func reorder(_ server: ScriptedServer, _ order: Box<[String]>) async throws {
        let client = HomePageClient(server: server.url)
        let (list, latches) = (ListManager<DemoItem>(), latches())
        register(list, client, latches)
        // The last request ends first.
        await latches["imageOne"]?.open()
        await until(list) { $0.last?.items.count == 4 }
        #expect(list.collections.map(\.items.count) == [0, 0, 0, 4])
        order.value = ["imageOne", "textOne", "gridOne", "centerTextOne"]
        for code in codes { await latches[code]?.open() }
        await list.finish()
        #expect(list.collections.map(\.id) == codes)
        #expect(list.collections.map(\.items.count) == [8, 5, 6, 4])
        list.arrange(try await client.sort(of: "demo").order)
        list.refresh()
        #expect(list.collections.map(\.items.count) == [4, 5, 8, 6])
        await list.finish()
        #expect(list.collections.map(\.id) == ["imageOne", "textOne", "gridOne", "centerTextOne"])
        #expect(list.collections.map(\.items.count) == [4, 5, 8, 6])
    }

    @Test func aRefreshDuringALoad_usesEachResponseOnce() async throws {
        try await Self.run { server in try await Self.refresh(server) }
    }

    private static func refresh(_ server: ScriptedServer) async throws {
        let (list, latches) = (ListManager<DemoItem>(), latches())
        register(list, HomePageClient(server: server.url), latches)
        for code in codes { await latches[code]?.arrived() }
        list.refresh()
        for code in codes { await latches[code]?.arrived(2) }
        for code in codes { await latches[code]?.open() }
        await list.finish()
        #expect(list.collections.map(\.id) == codes)
        #expect(list.collections.map(\.items.count) == [8, 5, 6, 4])
    }

    @Test func aMissingSection_failsAlone_andARemovedOneIsNotShown() async throws {
        try await Self.run(gone: ["textOne"]) { server in try await Self.remove(server) }
    }

    private static func remove(_ server: ScriptedServer) async throws {
        let (list, latches) = (ListManager<DemoItem>(), latches())
        register(list, HomePageClient(server: server.url), latches)
        list.remove("gridOne")
        for code in codes { await latches[code]?.open() }
        await list.finish()
        #expect(list.collections.map(\.id) == ["textOne", "centerTextOne", "imageOne"])
        #expect(list.collections.map(\.items.count) == [0, 6, 4])
        guard case .failed(let error as HomePageError) = list.collections[0].state else {
            Issue.record("\(list.collections[0].state)")
            return
        }
        #expect(error.isNotFound)
    }
}
