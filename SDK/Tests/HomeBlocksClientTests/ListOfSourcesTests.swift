import Foundation
import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

/// A list whose parts are the sections of a document, some of them with the app's own endpoints.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ListOfSourcesTests {
    private typealias Part = CollectionManager<DemoItem>

    private static func page(_ blocks: [Block]) throws -> HomePageData {
        try HomePageData(json: ["blocks": .array(blocks.map { .object($0.json) })])
    }

    private static func texts(_ list: ListManager<DemoItem>) -> [String] {
        list.collections.map { part in
            "\(part.id): "
                + part.items.map { if case .text(let text) = $0 { text.text } else { "?" } }.joined(separator: " ")
        }
    }

    /// Serves the path of each request as a text, after its latch is opened if it has one. Requests for paths in
    /// `broken` fail.
    private static func run(
        _ latches: [String: Latch] = [:], broken: Box<Set<String>> = Box([]),
        _ test: @escaping @Sendable (ScriptedServer) async throws -> Void
    ) async throws {
        try await ScriptedServer.run(
            { request, number in
                let name = String(request.path.dropFirst())
                await latches[name]?.wait()
                if broken.value.contains(name) { return ScriptedServer.response(503) }
                return ClientSourceTests.content("\(name) \(number)")
            }, test)
    }

    @Test func sections_keepTheDocumentsOrder_regardlessOfTheOrderOfResponses() async throws {
        let latches = ["one": Latch(), "two": Latch()]
        try await Self.run(latches) { server in try await Self.order(server, latches) }
    }

    private static func order(_ server: ScriptedServer, _ latches: [String: Latch]) async throws {
        let page = try page([
            try ClientSourceTests.block("one", at: "\(server.url)/one"),
            try ClientSourceTests.block("fixed", at: nil),
            try ClientSourceTests.block("two", at: "\(server.url)/two"),
        ])
        let list = ListManager(page, from: ClientSourceTests.loader(server)) { try DemoItem.items(of: $0) }
        #expect(texts(list) == ["one: placeholder", "fixed: placeholder", "two: placeholder"])
        #expect(list.collections.map(\.isLoading) == [true, false, true])
        await latches["two"]?.open()
        for await parts in list.updates() where !parts[2].isLoading { break }
        #expect(texts(list)[0] == "one: placeholder")
        #expect(texts(list)[2].hasPrefix("two: two"))
        await latches["one"]?.open()
        await list.finish()
        #expect(texts(list)[0].hasPrefix("one: one"))
        #expect(list.collections.map(\.id) == ["one", "fixed", "two"])
    }

    @Test func aFailure_onlyAffectsItsPart_andKeepsThePlaceholderOrTheContent() async throws {
        let broken = Box<Set<String>>(["one"])
        try await Self.run(broken: broken) { server in try await Self.failure(server, broken) }
    }

    private static func failure(_ server: ScriptedServer, _ broken: Box<Set<String>>) async throws {
        let unreadable = try Block(json: ["blockCode": "bad", "showType": "DEMO_TEXT"])
        let page = try page([
            try ClientSourceTests.block("one", at: "\(server.url)/one"), unreadable,
            try ClientSourceTests.block("two", at: "\(server.url)/two"),
            try ClientSourceTests.block("elsewhere", at: "https://other.example/x"),
        ])
        let list = ListManager(page, from: ClientSourceTests.loader(server)) { try DemoItem.items(of: $0) }
        await list.finish()
        #expect(texts(list)[0] == "one: placeholder")
        #expect(texts(list)[1] == "bad: ")
        #expect(texts(list)[2].hasPrefix("two: two"))
        #expect(texts(list)[3] == "elsewhere: placeholder")
        let failed = list.collections.map { if case .failed = $0.state { true } else { false } }
        #expect(failed == [true, true, false, true])
        // Loaded content stays if the next request fails, and a failed part is loaded by the next successful request.
        broken.value = ["two"]
        list.refresh()
        await list.finish()
        #expect(texts(list)[0].hasPrefix("one: one"))
        #expect(texts(list)[2].hasPrefix("two: two"))
        let failedNext = list.collections.map { if case .failed = $0.state { true } else { false } }
        #expect(failedNext == [false, true, true, true])
    }

    @Test func aLaterDocument_keepsLoadedContent_andCancelsRequestsForMissingSections() async throws {
        let latches = ["gone": Latch()]
        try await Self.run(latches) { server in try await Self.later(server, latches) }
    }

    private static func later(_ server: ScriptedServer, _ latches: [String: Latch]) async throws {
        let one = try ClientSourceTests.block("one", at: "\(server.url)/one")
        let loader = ClientSourceTests.loader(server)
        let gone = try ClientSourceTests.block("gone", at: "\(server.url)/gone")
        let list = ListManager<DemoItem>()
        list.show(try page([one, gone]), from: loader) { try DemoItem.items(of: $0) }
        for await parts in list.updates() where !parts[0].isLoading { break }
        let first = texts(list)[0]
        await latches["gone"]?.arrived()
        let fixed = try ClientSourceTests.block("fixed", at: nil)
        list.show(try page([fixed, one]), from: loader) { try DemoItem.items(of: $0) }
        // The placeholder does not replace content that is already visible.
        #expect(texts(list) == ["fixed: placeholder", first])
        await latches["gone"]?.open()
        await list.finish()
        #expect(list.collections.map(\.id) == ["fixed", "one"])
        #expect(texts(list)[1] != first && texts(list)[1].hasPrefix("one: one"))
    }

    @Test func releasingAListOfSources_cancelsItsRequests() async throws {
        let latches = ["one": Latch()]
        try await Self.run(latches) { server in
            let block = try ClientSourceTests.block("one", at: "\(server.url)/one")
            let task = Task { () throws(HomePageError) in
                try await ClientSourceTests.loader(server).block(filling: block)
            }
            await latches["one"]?.arrived()
            task.cancel()
            await #expect(throws: HomePageError.cancelled) { try await task.value }
            await latches["one"]?.open()
        }
    }
}
