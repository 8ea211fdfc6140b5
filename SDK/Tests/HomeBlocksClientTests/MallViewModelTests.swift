import Foundation
import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct MallViewModelTests {
    static func shown(_ model: MallViewModel) async -> [String] { await model.listMs.map(\.id) }

    /// The sections of the recorded page by code, encoded.
    static func blocks() throws -> [String: String] {
        let blocks = try RecordedDocuments.page("mall").data.blocks
        return Dictionary(uniqueKeysWithValues: blocks.map { ($0.blockCode, encoded($0.json)) })
    }

    static func encoded(_ object: JSONObject) -> String {
        String(decoding: JSONValue.object(object).encoded, as: UTF8.self)
    }

    /// Responds like a server with the recorded page.
    static func respond(to request: ScriptedRequest) throws -> ScriptedResponse {
        let headers = ["ETag": "\"\(request.path)\""]
        if request.path == "/sort" {
            let order = SectionSort.mallDefault.json
            return ScriptedServer.response(200, #"{"data":\#(encoded(order))}"#, headers)
        }
        let code = request.path.split(separator: "/").last.map(String.init) ?? ""
        guard let block = try blocks()[code] else { return ScriptedServer.problem(404) }
        return ScriptedServer.response(200, #"{"data":\#(block)}"#, headers)
    }

    @Test func withoutAnOrder_theDefaultIsUsed_andAFailureDoesNotHideOthers() async throws {
        let blocks = try Self.blocks()
        try await ScriptedServer.run({ request, _ in
            let code = request.path.split(separator: "/").last.map(String.init) ?? ""
            if code == "wallet" { return ScriptedServer.response(400, #"{"detail":"No."}"#) }
            if code == "otc" {
                return ScriptedServer.response(200, #"{"data":{"blockCode":"otc","showType":"MALL_AD"}}"#)
            }
            guard let block = blocks[code] else { return ScriptedServer.problem(404) }
            return ScriptedServer.response(200, #"{"data":\#(block)}"#)
        }) { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            let expected = SectionSort.mallDefault.order.filter { blocks[$0] != nil && $0 != "wallet" && $0 != "otc" }
            #expect(await Self.shown(model) == expected)
            #expect(await Set(model.failures.keys) == ["wallet"])
            #expect(await model.sortFailure?.isNotFound == true)
            #expect(await model.staleSince == nil)
            #expect(await model.issues.map(\.description) == ["otc: /extInfo is missing"])
        }
    }

    @Test func responsesInAnyOrder_areShownInDisplayOrder_asTheyArrive() async throws {
        let blocks = try Self.blocks()
        let order = ["bottomFloat", "otc", "marquee", "wallet"]
        let latches = Dictionary(uniqueKeysWithValues: order.map { ($0, Latch()) })
        try await ScriptedServer.run({ request, _ in
            if request.path == "/sort" {
                return ScriptedServer.response(200, #"{"data":{"order":["bottomFloat","otc","marquee","wallet"]}}"#)
            }
            let code = request.path.split(separator: "/").last.map(String.init) ?? ""
            await latches[code]?.wait()
            return ScriptedServer.response(200, #"{"data":\#(blocks[code] ?? "")}"#)
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

    @Test func issues_haveTheOrderOfTheSections_andStayWhileTheirSectionIsShown() async throws {
        let list = #"[{"id":1,"title":"One","imageUrl":"/1","url":"/1"},7]"#
        let order = Box(["otc", "middleAd", "marquee"])
        let responses = Box<[String: ScriptedResponse]>([:])
        for code in order.value {
            let block = #"{"data":{"blockCode":"\#(code)","showType":"","extInfo":{"list":\#(list)}}}"#
            responses.value[code] = ScriptedServer.response(200, block)
        }
        try await ScriptedServer.run({ request, _ in
            if request.path == "/sort" {
                let codes = order.value.map { "\"\($0)\"" }.joined(separator: ",")
                return ScriptedServer.response(200, #"{"data":{"order":[\#(codes)]}}"#)
            }
            let code = request.path.split(separator: "/").last.map(String.init) ?? ""
            return responses.value[code] ?? ScriptedServer.problem(404)
        }) { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            #expect(await model.issues.map(\.blockCode) == ["otc", "middleAd", "marquee"])
            #expect(await Set(model.issues.map(\.issue.description)) == ["/extInfo/list/1 is not an object"])

            responses.value["otc"] = ScriptedServer.response(400, #"{"detail":"No."}"#)
            responses.value["middleAd"] = nil
            order.value = ["marquee", "middleAd", "otc"]
            await model.refresh()
            #expect(await Self.shown(model) == ["marquee", "otc"])
            #expect(await model.issues.map(\.blockCode) == ["marquee", "otc"])

            order.value = ["marquee"]
            await model.refresh()
            order.value = ["marquee", "otc"]
            await model.refresh()
            #expect(await Self.shown(model) == ["marquee"])
            #expect(await model.issues.map(\.blockCode) == ["marquee"])
        }
    }

    @Test func whenOffline_theCopiesAreShown_withTheirDate() async throws {
        let folder = try TemporaryFolder()
        let cache = ResponseCache(folder: folder.url)
        let address = Box<URL?>(nil)
        try await ScriptedServer.run({ request, _ in try Self.respond(to: request) }) { server in
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
        // Sections that fail now are still shown with their old date, and a cancelled load changes none of this.
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

    @Test func aCancelledRefresh_doesNotEndTheEarlierOne() async throws {
        let blocks = try Self.blocks()
        let latch = Latch()
        try await ScriptedServer.run({ request, _ in
            if request.path == "/sort" {
                return ScriptedServer.response(200, #"{"data":{"order":["otc","marquee"]}}"#)
            }
            await latch.wait()
            let code = request.path.split(separator: "/").last.map(String.init) ?? ""
            return ScriptedServer.response(200, #"{"data":\#(blocks[code] ?? "")}"#)
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

    // MARK: Sections that the app fills

    /// Serves the recorded page, with the wallet's content at an endpoint of the same server that a test scripts.
    static func runWithWallet(
        _ wallet: @escaping @Sendable (Int) async throws -> ScriptedResponse,
        _ test: @escaping @Sendable (ScriptedServer) async throws -> Void
    ) async throws {
        let blocks = try Self.blocks()
        let port = Box("")
        let calls = Box(0)
        try await ScriptedServer.run({ request, _ in
            if request.path == "/wallet" {
                calls.value += 1
                return try await wallet(calls.value)
            }
            if request.path.hasSuffix("/walletCard"), let block = blocks["walletCard"] {
                let own = block.replacingOccurrences(
                    of: "https://api.mall.example/wallet", with: "http://127.0.0.1:\(port.value)/wallet")
                return ScriptedServer.response(200, #"{"data":\#(own)}"#)
            }
            return try Self.respond(to: request)
        }) { server in
            port.value = String(server.url.port ?? 0)
            try await test(server)
        }
    }

    static func balance(_ balance: Double) -> ScriptedResponse {
        ScriptedServer.response(
            200,
            #"{"data":{"extInfo":{"smallWelfare":{"id":1,"title":"W","imageUrl":"/i","url":"/u","balance":\#(balance)}}}}"#
        )
    }

    @MainActor static func shownBalance(_ model: MallViewModel) -> Double? {
        guard case .walletCard(let welfare) = model.item(id: "walletCard")?.content else { return nil }
        return welfare.balance
    }

    @Test func theReadersWallet_staysWhileItIsReloaded_andIfThatFails() async throws {
        let latch = Latch()
        try await Self.runWithWallet { count in
            switch count {
            case 1: return Self.balance(12.5)
            case 2:
                await latch.wait()
                return ScriptedServer.response(401)
            default: return Self.balance(3)
            }
        } _: { server in
            let model = await MallViewModel(
                client: HomePageClient(server: server.url), sources: ClientSourceTests.loader(server))
            await model.refresh()
            #expect(await Self.shownBalance(model) == 12.5)
            #expect(await model.failures.isEmpty)
            #expect(await model.issues.isEmpty)
            let load = Task { await model.refresh() }
            await latch.arrived()
            #expect(await Self.shownBalance(model) == 12.5)
            await latch.open()
            await load.value
            #expect(await Self.shownBalance(model) == 12.5)
            #expect(await Array(model.failures.keys) == ["walletCard"])
            #expect(await Self.shown(model).count == 13)
            await model.refresh()
            #expect(await Self.shownBalance(model) == 3)
            #expect(await model.failures.isEmpty)
        }
    }

    @Test func anUnreadableWallet_keepsThePlaceholder_andAllOtherSections() async throws {
        try await Self.runWithWallet { _ in
            ScriptedServer.response(200, #"{"data":{"extInfo":{"smallWelfare":{"id":"x"}}}}"#)
        } _: { server in
            let model = await MallViewModel(
                client: HomePageClient(server: server.url), sources: ClientSourceTests.loader(server))
            await model.refresh()
            #expect(await model.item(id: "walletCard") != nil)
            #expect(await Self.shownBalance(model) == nil)
            #expect(await Array(model.failures.keys) == ["walletCard"])
            #expect(await Self.shown(model).count == 13)
        }
    }

    @Test func withoutSources_noEndpointIsRequested_andThePlaceholderIsShown() async throws {
        try await Self.runWithWallet { _ in
            Self.balance(1)
        } _: { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            #expect(await model.item(id: "walletCard") != nil)
            #expect(await Self.shownBalance(model) == nil)
            #expect(await !server.log.requests.contains { $0.path == "/wallet" })
        }
    }
}
