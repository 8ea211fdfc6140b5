import HTTPTypes
import HomeBlocks
import HomeBlocksClient
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct HomeViewModelTests {
    static func codes(_ model: HomeViewModel) -> [String] { model.sections.map(\.id) }

    @Test func refresh_loadsPageAndMenus_andReplacesWithoutDuplicates() async throws {
        try await TestServer.run { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url))
            #expect(await model.state == .idle)
            await model.refresh()
            let order = try await server.order()
            #expect(await Self.codes(model) == order)
            await model.refresh()
            #expect(await Self.codes(model) == order)
            #expect(try await server.sort(#"{"moves":[{"block":"HOMEPAGE_PODCAST24","to":"start"}]}"#).status == .ok)
            await model.refresh()
            #expect(await Self.codes(model) == ["HOMEPAGE_PODCAST24"] + order.filter { $0 != "HOMEPAGE_PODCAST24" })
            #expect(await model.state.content?.issues.isEmpty == true)
        }
    }

    @Test func states_reportLoadingAndItsResult() async throws {
        try await TestServer.run { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url))
            async let refresh: Void = model.refresh()
            var loaded = 0
            for await state in await model.states() {
                if case .loaded(let content, .server) = state {
                    loaded = content.sections.count
                    break
                }
                #expect(state == .idle || state == .loading(last: nil))
            }
            #expect(loaded == 12)
            await refresh
        }
    }
}
