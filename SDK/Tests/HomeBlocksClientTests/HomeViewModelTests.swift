import Foundation
import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct HomeViewModelTests {
    static func codes(_ model: HomeViewModel) -> [String] { model.sections.map(\.id) }

    @Test func afterAFailure_theLastPageStays() async throws {
        let page = String(decoding: try RecordedDocuments.text("music"), as: UTF8.self)
        // The number of requests is not known: the request for the menus is cancelled when the page contains them.
        let isGone = Box(false)
        try await ScriptedServer.run({ _, _ in
            isGone.value ? ScriptedServer.problem(404, "Gone.") : ScriptedServer.response(200, page)
        }) { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            let sections = await model.sections
            #expect(sections.count == 12)
            isGone.value = true
            await model.refresh()
            guard case .failed(let error, let last) = await model.state else {
                Issue.record("\(await model.state)")
                return
            }
            #expect(error.failureReason == "Gone.")
            #expect(last?.sections == sections)
            #expect(await model.sections == sections)
        }
    }

    @Test func failedMenus_doNotHideThePage() async throws {
        let page = String(decoding: try RecordedDocuments.text("music"), as: UTF8.self)
        try await ScriptedServer.run({ request, _ in
            request.path == "/homepage" ? ScriptedServer.response(200, page) : ScriptedServer.problem(404)
        }) { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            #expect(await model.sections.count == 12)
            #expect(await model.sections[1].type == .menus)
        }
    }

    @Test func failedMenus_stay_andAreReportedAsAnIssue() async throws {
        try await ScriptedServer.run({ request, count in
            if request.path == "/homepage" { return ScriptedServer.page() }
            return count <= 2
                ? ScriptedServer.response(200, #"{"data":[{"id":1,"name":"One","iconUrl":"/i.svg"}]}"#)
                : ScriptedServer.problem(404, "Gone.")
        }) { server in
            let model = await HomeViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            #expect(await Self.codes(model) == ["A", "HOMEPAGE_BLOCK_OLD_DRAGON_BALL"])
            #expect(await model.state.content?.issues == [])
            await model.refresh()
            #expect(await Self.codes(model) == ["A", "HOMEPAGE_BLOCK_OLD_DRAGON_BALL"])
            #expect(
                await model.state.content?.issues.map(\.description) == ["HOMEPAGE_BLOCK_OLD_DRAGON_BALL: Gone."])
        }
    }

    @Test func aCancelledRefresh_doesNotCancelTheEarlierOne() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ request, _ in
            guard request.path == "/homepage" else { return ScriptedServer.problem(404) }
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

    @Test func afterACancelledRefresh_theNextOneSendsANewRequest() async throws {
        let latch = Latch()
        let isFirst = Box(true)
        try await ScriptedServer.run({ request, _ in
            guard request.path == "/homepage" else { return ScriptedServer.problem(404) }
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

    @Test func aCancelledRefresh_keepsTheContent() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ request, count in
            guard request.path == "/homepage" else { return ScriptedServer.problem(404) }
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
