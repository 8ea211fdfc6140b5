import HTTPTypes
import HomeBlocks
import HomeBlocksClient
import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MallViewModelTests {
    static func shown(_ model: MallViewModel) async -> [String] { await model.listMs.map(\.id) }

    @Test func sections_areLoadedOneByOne_andAreInTheOperatorsOrder() async throws {
        try await TestServer.run { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            let shown = try await server.shown("/homepage?page=mall")
            #expect(await Self.shown(model) == shown)
            let order = try await server.order("mall")
            #expect(await model.sortModel.order == order)
            // Sections without data are not shown, and are not issues.
            #expect(await Self.shown(model).contains("otherMall") == false)
            #expect(await model.failures.isEmpty)
            #expect(await model.issues.isEmpty)
            #expect(await model.isLoading == false)
        }
    }

    @Test func changesByOperators_areShownAfterARefresh() async throws {
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

    @Test func duringACampaign_theOtherPageIsShown_inItsOwnOrder() async throws {
        try await TestServer.run { server in
            let headers = ["Authorization": "Bearer \(server.admin)", "Content-Type": "application/json"]
            func done(_ response: TestResponse) {
                #expect((200..<300).contains(response.status.code), "\(response.status)")
            }
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
            // In the meantime, operators who reorder the page still work on its own order.
            #expect(try await server.order("mall").contains("saleHero") == false)
            server.time.advance(seconds: 61)
            await model.refresh()
            #expect(await Self.shown(model) == before)
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

    @Test func theDefaultOrder_isThatOfTheStarterPage() throws {
        #expect(SectionSort.mallDefault.order == (try Project.page("mall").order))
    }
}
