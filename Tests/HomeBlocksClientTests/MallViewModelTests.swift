import Foundation
import HomeBlocks
import HomeBlocksClient
import Hummingbird
import HummingbirdTesting
import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MallViewModelTests {
    static func shown(_ model: MallViewModel) async -> [String] { await model.listMs.map(\.id) }

    @Test func sections_areLoadedOneByOne_andStandInTheOperatorsOrder() async throws {
        try await TestServer.run { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            let shown = try await server.shown("/homepage?page=mall")
            #expect(await Self.shown(model) == shown)
            let order = try await server.order("mall")
            #expect(await model.sortModel.order == order)
            // Those without data are not shown, and that is no fault.
            #expect(await Self.shown(model).contains("otherMall") == false)
            #expect(await model.failures.isEmpty)
            #expect(await model.faults.isEmpty)
            #expect(await model.isLoading == false)
        }
    }

    @Test func whatTheOperatorsChange_isShownAfterARefresh() async throws {
        try await TestServer.run { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            let before = await Self.shown(model)
            #expect(
                try await server.sort(#"{"moves":[{"block":"middleNav","to":"start"}]}"#, query: "?page=mall").status
                    == .ok)
            let headers = ["Authorization": "Bearer \(server.admin)", "Content-Type": "application/json"]
            let created = try await server.send(
                .post, "/api/pages/mall/live/blocks", headers,
                body: """
                    {"blockCode":"summerSale","showType":"MALL_AD","content":{"extInfo":{"list":[
                    {"id":1,"title":"Summer","imageUrl":"/a.svg","url":"/s"}]}}}
                    """)
            #expect(created.status == .created)
            let patch = ["Authorization": "Bearer \(server.admin)", "Content-Type": "application/merge-patch+json"]
            #expect(
                try await server.send(.patch, "/api/pages/mall/live/blocks/otc", patch, body: #"{"enabled":false}"#)
                    .status == .ok)
            await model.refresh()
            let after = await Self.shown(model)
            #expect(after == (try await server.shown("/homepage?page=mall")))
            #expect(after.first == "middleNav")
            #expect(after.contains("summerSale") && !after.contains("otc"))
            #expect(Set(after).count == after.count)
            #expect(before.contains("otc"))
        }
    }

    @Test func duringACampaign_theOtherPageIsShownWhole_inItsOwnOrder() async throws {
        try await TestServer.run { server in
            let headers = ["Authorization": "Bearer \(server.admin)", "Content-Type": "application/json"]
            func done(_ answer: TestResponse) { #expect((200..<300).contains(answer.status.code), "\(answer.status)") }
            done(try await server.send(.post, "/api/pages", headers, body: #"{"page":"sale","copyOf":"mall"}"#))
            done(try await server.sort(#"{"moves":[{"block":"middleAd","to":"start"}]}"#, query: "?page=sale"))
            let hero = """
                {"blockCode":"saleHero","showType":"MALL_AD","content":{"extInfo":{"list":[
                {"id":1,"title":"Sale","imageUrl":"/a.svg","url":"/s"}]}}}
                """
            done(try await server.send(.post, "/api/pages/sale/live/blocks?to=start", headers, body: hero))
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            let before = await Self.shown(model)
            let until = server.time.clock.now.adding(seconds: 60).rfc3339
            done(
                try await server.send(
                    .post, "/api/pages/mall/takeovers", headers, body: #"{"shows":"sale","until":"\#(until)"}"#))
            await model.refresh()
            let during = await Self.shown(model)
            #expect(during == (try await server.shown("/homepage?page=mall")))
            #expect(during.prefix(2) == ["saleHero", "middleAd"])
            // Operators who reorder the page itself see and get its own order meanwhile.
            #expect(try await server.order("mall").contains("saleHero") == false)
            server.time.advance(seconds: 61)
            await model.refresh()
            #expect(await Self.shown(model) == before)
        }
    }

    @Test func withoutAnOrder_theDefaultStands_andAFailureHidesNoOther() async throws {
        let blocks = try await Self.blocks()
        try await ScriptedServer.run({ request, _ in
            let code = request.uri.path.split(separator: "/").last.map(String.init) ?? ""
            if code == "wallet" { return ScriptedServer.answer(.badRequest, #"{"detail":"No."}"#) }
            if code == "otc" {
                return ScriptedServer.answer(.ok, #"{"data":{"blockCode":"otc","showType":"MALL_AD"}}"#)
            }
            guard let block = blocks[code] else { return ScriptedServer.answer(.notFound) }
            return ScriptedServer.answer(.ok, #"{"data":\#(block)}"#)
        }) { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            let expected = SectionSort.mallDefault.order.filter { blocks[$0] != nil && $0 != "wallet" && $0 != "otc" }
            #expect(await Self.shown(model) == expected)
            #expect(await Set(model.failures.keys) == ["wallet"])
            #expect(await model.sortFailure?.isNotFound == true)
            #expect(await model.staleSince == nil)
            #expect(await model.faults.map(\.description) == ["otc: /extInfo is missing"])
        }
    }

    static func blocks() async throws -> [String: String] {
        let blocks = Box<[String: String]>([:])
        try await TestServer.run { server in
            for block in try await HomePageClient(server: server.url).page("mall").data.blocks {
                blocks.value[block.blockCode] = String(decoding: JSONValue.object(block.json).encoded, as: UTF8.self)
            }
        }
        return blocks.value
    }

    @Test func answersInAnyOrder_standInTheirPlaces_andAreShownAsTheyCome() async throws {
        let blocks = try await Self.blocks()
        let order = ["bottomFloat", "otc", "marquee", "wallet"]
        let latches = Dictionary(uniqueKeysWithValues: order.map { ($0, Latch()) })
        try await ScriptedServer.run({ request, _ in
            if request.uri.path == "/sort" {
                return ScriptedServer.answer(.ok, #"{"data":{"order":["bottomFloat","otc","marquee","wallet"]}}"#)
            }
            let code = request.uri.path.split(separator: "/").last.map(String.init) ?? ""
            await latches[code]?.wait()
            return ScriptedServer.answer(.ok, #"{"data":\#(blocks[code] ?? "")}"#)
        }) { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            async let refresh: Void = model.refresh()
            var arrived: [String] = []
            for code in ["wallet", "otc", "bottomFloat", "marquee"] {
                await latches[code]?.open()
                arrived.append(code)
                let expected = order.filter(arrived.contains)
                for await groups in await model.updates() where groups.map(\.id) == expected { break }
            }
            await refresh
            #expect(await Self.shown(model) == order)
        }
    }

    @Test func offline_theCopiesAreShown_andSaySo() async throws {
        let folder = try TemporaryFolder()
        let cache = ResponseCache(folder: folder.url)
        let address = Box<URL?>(nil)
        try await TestServer.run { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url, cache: cache))
            await model.refresh()
            #expect(await model.staleSince == nil)
            address.value = server.url
        }
        let model = await MallViewModel(client: HomePageClient(server: try #require(address.value), cache: cache))
        await model.refresh()
        #expect(await model.listMs.count == 13)
        let since = try #require(await model.staleSince)
        #expect(abs(since.timeIntervalSinceNow) < 60)
        // What failed since is still shown, and still old; and a load that is cancelled changes none of this.
        await cache.removeAll()
        await model.refresh()
        #expect(await model.listMs.count == 13)
        #expect(await model.staleSince == since)
        #expect(await model.failures.count == 15)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await model.refresh()
        }
        await cancelled.value
        #expect(await model.staleSince == since)
        #expect(await model.failures.count == 15)
        #expect(await model.isLoading == false)
    }

    @Test func aCancelledRefresh_doesNotCostTheOneBefore() async throws {
        let blocks = try await Self.blocks()
        let latch = Latch()
        try await ScriptedServer.run({ request, _ in
            if request.uri.path == "/sort" {
                return ScriptedServer.answer(.ok, #"{"data":{"order":["otc","marquee"]}}"#)
            }
            await latch.wait()
            let code = request.uri.path.split(separator: "/").last.map(String.init) ?? ""
            return ScriptedServer.answer(.ok, #"{"data":\#(blocks[code] ?? "")}"#)
        }) { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            let first = Task { await model.refresh() }
            await latch.arrived(2)
            let second = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await model.refresh()
            }
            await second.value
            #expect(await model.isLoading)
            await latch.open()
            await first.value
            #expect(await Self.shown(model) == ["otc", "marquee"])
            #expect(await model.isLoading == false)
        }
    }

    @Test func aRefreshDuringARefresh_duplicatesNothing() async throws {
        try await TestServer.run { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<5 { group.addTask { await model.refresh() } }
            }
            let shown = try await server.shown("/homepage?page=mall")
            #expect(await Self.shown(model) == shown)
            #expect(await model.isLoading == false)
        }
    }
}
