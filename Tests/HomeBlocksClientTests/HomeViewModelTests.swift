import Foundation
import HomeBlocks
import HomeBlocksClient
import Hummingbird
import HummingbirdTesting
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
            #expect(await model.state.content?.faults.isEmpty == true)
        }
    }

    @Test func states_tellOfLoadingAndOfWhatCame() async throws {
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

    @Test func whenItFails_theLastPageStays() async throws {
        let page = String(decoding: try await Self.document(), as: UTF8.self)
        try await ScriptedServer.run({ _, count in
            count <= 2 ? ScriptedServer.answer(.ok, page) : ScriptedServer.answer(.notFound, #"{"detail":"Gone."}"#)
        }) { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            let sections = await model.sections
            #expect(sections.count == 12)
            await model.refresh()
            guard case .failed(let error, let last) = await model.state else {
                Issue.record("\(await model.state)")
                return
            }
            #expect(error.localizedDescription == "Gone.")
            #expect(last?.sections == sections)
            #expect(await model.sections == sections)
        }
    }

    static func document() async throws -> Data {
        let document = Box(Data())
        try await TestServer.run { server in
            document.value = Data(try await server.get("/homepage").body.readableBytesView)
        }
        return document.value
    }

    @Test func menusThatFail_doNotHideThePage() async throws {
        let page = String(decoding: try await Self.document(), as: UTF8.self)
        try await ScriptedServer.run({ request, _ in
            request.uri.path == "/homepage" ? ScriptedServer.answer(.ok, page) : ScriptedServer.answer(.notFound)
        }) { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            #expect(await model.sections.count == 12)
            #expect(await model.sections[1].type == .menus)
        }
    }

    @Test func menusThatFail_stay_andAreAFault() async throws {
        try await ScriptedServer.run({ request, count in
            if request.uri.path == "/homepage" { return ScriptedServer.page() }
            return count <= 2
                ? ScriptedServer.answer(.ok, #"{"data":[{"id":1,"name":"One","iconUrl":"/i.svg"}]}"#)
                : ScriptedServer.answer(.notFound, #"{"detail":"Gone."}"#)
        }) { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            #expect(await Self.codes(model) == ["A", "HOMEPAGE_BLOCK_OLD_DRAGON_BALL"])
            #expect(await model.state.content?.faults == [])
            await model.refresh()
            #expect(await Self.codes(model) == ["A", "HOMEPAGE_BLOCK_OLD_DRAGON_BALL"])
            #expect(
                await model.state.content?.faults.map(\.description) == ["HOMEPAGE_BLOCK_OLD_DRAGON_BALL: Gone."])
        }
    }

    @Test func aCancelledRefresh_doesNotCostTheOneBefore() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ request, _ in
            guard request.uri.path == "/homepage" else { return ScriptedServer.answer(.notFound) }
            await latch.wait()
            return ScriptedServer.page()
        }) { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url))
            let first = Task { await model.refresh() }
            await latch.arrived()
            let second = Task { await model.refresh() }
            second.cancel()
            await second.value
            #expect(await model.state.isLoading)
            await latch.open()
            await first.value
            #expect(await Self.codes(model) == ["A"])
            #expect(await model.state.isLoading == false)
        }
    }

    @Test func afterACancelledRefresh_theNextOneAsksAnew() async throws {
        let latch = Latch()
        let isFirst = Box(true)
        try await ScriptedServer.run({ request, _ in
            guard request.uri.path == "/homepage" else { return ScriptedServer.answer(.notFound) }
            let isFirst = isFirst.exchange(false)
            if isFirst { await latch.wait() }
            return ScriptedServer.page(isFirst ? "OLD" : "NEW")
        }) { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url))
            let first = Task { await model.refresh() }
            await latch.arrived()
            first.cancel()
            await first.value
            #expect(await model.state == .idle)
            await model.refresh()
            #expect(await Self.codes(model) == ["NEW"])
            await latch.open()
            #expect(await Self.codes(model) == ["NEW"])
        }
    }

    @Test func aCancelledRefresh_leavesWhatWasThere() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ request, count in
            guard request.uri.path == "/homepage" else { return ScriptedServer.answer(.notFound) }
            if count > 2 { await latch.wait() }
            return ScriptedServer.page("A\(count > 2 ? "2" : "")")
        }) { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            let before = await model.state
            let refresh = Task { await model.refresh() }
            await latch.arrived()
            #expect(await model.state.isLoading)
            #expect(await Self.codes(model) == ["A"])
            refresh.cancel()
            await refresh.value
            #expect(await model.state == before)
            await latch.open()
        }
    }
}
