import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct MomentsViewModelTests {
    @Test func whenAPartFails_theLoadedMomentsStay() async throws {
        try await ScriptedServer.run({ _, count in
            count == 1
                ? ScriptedServer.response(
                    200,
                    #"""
                    {"data":{"cursor":"next","hasMore":true,"blocks":[
                    {"blockCode":"a","showType":"MOMENT","extInfo":{"moment":{"publishTime":5,"text":"Hi"}}},
                    {"blockCode":"b","showType":"MOMENT","extInfo":{}}]}}
                    """#)
                : ScriptedServer.problem(404)
        }) { server in
            await Self.failure(server)
        }
    }

    private static func failure(_ server: ScriptedServer) async {
        let model = MomentsViewModel(client: HomePageClient(server: server.url))
        await model.refresh()
        #expect(model.moments.map(\.id) == ["a"])
        #expect(model.issues.map(\.description) == ["b: /extInfo/moment is missing"])
        await model.loadMore()
        guard case .failed(_, let last) = model.state else {
            Issue.record("\(model.state)")
            return
        }
        #expect(last?.map(\.id) == ["a"])
        #expect(model.hasMore)
    }

    // MARK: Sections with several moments

    nonisolated private static let page = #"""
        {"data":{"cursor":"c","hasMore":false,"blocks":[
        {"blockCode":"a","showType":"MOMENT","extInfo":{"moment":{"publishTime":5,"text":"Hi"}}},
        {"blockCode":"feed","showType":"MOMENT_LIST","extInfo":{"list":[{"id":1},{"id":2},{"id":3}]}},
        {"blockCode":"z","showType":"MOMENT","extInfo":{"moment":{"publishTime":5,"text":"Bye"}}}]}}
        """#

    /// Returns a part of the section's cards.
    nonisolated private static func cards(_ ids: [Int], next: String?) -> ScriptedResponse {
        let items = ids.map { #"{"id":\#($0),"publishTime":5,"text":"T"}"# }.joined(separator: ",")
        let cursor = next.map { "\"\($0)\"" } ?? "null"
        return ScriptedServer.response(
            200, #"{"data":{"cursor":\#(cursor),"hasMore":\#(next != nil),"items":[\#(items)]}}"#)
    }

    private static func run(
        _ parts: [String: ScriptedResponse],
        _ test: @escaping @Sendable (ScriptedServer) async throws -> Void
    ) async throws {
        try await ScriptedServer.run(
            { request, _ in
                guard request.path.hasSuffix("/feed/items") else { return ScriptedServer.response(200, page) }
                return parts[request.parameters["cursor"] ?? ""] ?? ScriptedServer.problem(404)
            }, test)
    }

    @Test func aSectionWithSeveralMoments_isLoadedInParts_atItsPosition() async throws {
        try await Self.run(["": Self.cards([1, 2], next: "n"), "n": Self.cards([2, 3], next: nil)]) { server in
            try await Self.parts(server)
        }
    }

    private static func parts(_ server: ScriptedServer) async throws {
        let model = MomentsViewModel(client: HomePageClient(server: server.url), limit: 2)
        await model.refresh()
        #expect(model.moments.map(\.id) == ["a", "feed/1", "feed/2"])
        #expect(model.hasMore)
        await model.loadMore()
        // A moment that was received twice is shown once.
        #expect(model.moments.map(\.id) == ["a", "feed/1", "feed/2", "feed/3", "z"])
        #expect(!model.hasMore)
        #expect(model.issues.isEmpty)
        let requests = await server.log.requests
        #expect(requests.map(\.path) == ["/homepage", "/homepage/blocks/feed/items", "/homepage/blocks/feed/items"])
        #expect(requests.map { $0.parameters["limit"] } == ["2", "2", "2"])
        await model.refresh()
        #expect(model.moments.map(\.id) == ["a", "feed/1", "feed/2"])
    }

    @Test func aSectionThatDisappears_doesNotAffectItsNeighbours() async throws {
        try await Self.run(["": Self.cards([1], next: "n")]) { server in
            let model = await MomentsViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            await model.loadMore()
            #expect(await model.moments.map(\.id) == ["a", "feed/1", "z"])
            #expect(await !model.hasMore)
        }
    }

    @Test func aServerThatRepeatsACursor_isNotRequestedForever() async throws {
        try await Self.run(["": Self.cards([1], next: "n"), "n": Self.cards([1], next: "n")]) { server in
            let model = await MomentsViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            for _ in 0..<5 { await model.loadMore() }
            #expect(await model.moments.map(\.id) == ["a", "feed/1", "z"])
            #expect(await server.log.requests.count == 3)
        }
    }

    @Test func aFailedPart_isRequestedAgain_andABadMomentIsLeftOut() async throws {
        let broken = ScriptedServer.response(500)
        let bad = ScriptedServer.response(
            200, #"{"data":{"items":[{"id":1},{"id":2,"publishTime":5}],"hasMore":false}}"#)
        let count = Box(0)
        try await ScriptedServer.run({ request, _ in
            guard request.path.hasSuffix("/feed/items") else { return ScriptedServer.response(200, Self.page) }
            count.value += 1
            return count.value == 1 ? Self.cards([9], next: "n") : count.value == 2 ? broken : bad
        }) { server in
            let options = ClientOptions(attempts: 1)
            let model = await MomentsViewModel(client: HomePageClient(server: server.url, options: options))
            await model.refresh()
            await model.loadMore()
            #expect(await model.moments.map(\.id) == ["a", "feed/9"])
            #expect(await model.hasMore)
            await model.loadMore()
            #expect(await model.moments.map(\.id) == ["a", "feed/9", "feed/2", "z"])
            #expect(await model.issues.map(\.scope) == [.card])
        }
    }
}
