import Foundation
import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

/// Sections with content from the app's own endpoint: the data that is sent there, and the data that is not.
@Suite(.timeLimit(.minutes(1))) struct ClientSourceTests {
    /// Returns a section of the demo page with a text as a placeholder and the URL of its content.
    static func block(_ code: String = "forYou", at address: String?) throws -> Block {
        var json: JSONObject = [
            "blockCode": .string(code), "showType": "DEMO_TEXT",
            "extInfo": ["list": [["id": 1, "text": "placeholder"]]],
        ]
        json["clientSource"] = address.map { .string($0) }
        return try Block(json: json)
    }

    /// The endpoint's response.
    static func content(_ text: String) -> ScriptedResponse {
        ScriptedServer.response(200, #"{"data":{"extInfo":{"list":[{"id":2,"text":"\#(text)"}]}}}"#)
    }

    static func host(_ server: ScriptedServer) -> String { "127.0.0.1:\(server.url.port ?? 0)" }

    static func loader(
        _ server: ScriptedServer, _ options: ClientOptions = ClientOptions(attempts: 1)
    ) -> ClientSourceLoader {
        ClientSourceLoader(hosts: [host(server)], options: options) { _ in ["Authorization": "Bearer reader"] }
    }

    static func texts(_ block: Block) throws -> [String] {
        try DemoItem.items(of: block).map { if case .text(let text) = $0 { text.text } else { "" } }
    }

    @Test func anOwnEndpoint_getsTheAppsCredentials_andNothingElse() async throws {
        try await ScriptedServer.run({ _, _ in
            var response = Self.content("mine")
            response.headers = ["Set-Cookie": "a=b; Path=/"]
            return response
        }) { server in
            let loader = Self.loader(server)
            let block = try Self.block(at: "\(server.url)/for-you?n=3")
            for _ in 1...2 { #expect(try Self.texts(try await loader.block(filling: block)) == ["mine"]) }
            let requests = await server.log.requests
            #expect(requests.map(\.path) == ["/for-you", "/for-you"])
            #expect(requests.map(\.parameters) == [["n": "3"], ["n": "3"]])
            #expect(await server.log.header("Authorization") == ["Bearer reader", "Bearer reader"])
            #expect(await server.log.header("Cookie") == [nil, nil])
        }
    }

    @Test func aHostThatTheAppDoesNotName_isNeverRequested_andTheClosureIsNotCalled() async throws {
        try await ScriptedServer.run({ _, _ in Self.content("theirs") }) { server in
            let isCalled = Box(false)
            for hosts: Set<String> in [[], ["127.0.0.1"], ["localhost:\(server.url.port ?? 0)"], ["127.0.0.1:1"]] {
                let loader = ClientSourceLoader(hosts: hosts) { _ in
                    isCalled.value = true
                    return [:]
                }
                let address = "\(server.url)/x"
                await #expect(throws: HomePageError.address(address)) {
                    try await loader.block(filling: try Self.block(at: address))
                }
            }
            #expect(await server.log.requests.isEmpty)
            #expect(!isCalled.value)
        }
    }

    @Test func aRedirect_isNotFollowed_soThatNoOtherServerGetsTheCredentials() async throws {
        try await ScriptedServer.run({ _, _ in Self.content("theirs") }) { other in
            try await ScriptedServer.run({ _, _ in
                ScriptedServer.response(302, "", ["Location": "\(other.url)/x"])
            }) { server in
                let loader = Self.loader(server)
                let error = await #expect(throws: HomePageError.self) {
                    try await loader.block(filling: try Self.block(at: "\(server.url)/x"))
                }
                guard case .refused(let problem) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(problem.status == 302)
                #expect(await server.log.requests.count == 1)
                #expect(await other.log.requests.isEmpty)
            }
        }
    }

    @Test func aSectionWithoutAnEndpoint_isUnchanged_andNotRequested() async throws {
        let block = try Self.block(at: nil)
        #expect(try await ClientSourceLoader(hosts: []).block(filling: block) == block)
    }

    @Test func anEndpoint_cannotChangeTheIdentityOfASection() async throws {
        try await ScriptedServer.run({ _, _ in
            ScriptedServer.response(
                200,
                #"{"data":{"blockCode":"other","showType":"X","clientSource":"https://x.example","canClose":true}}"#)
        }) { server in
            let block = try Self.block(at: "\(server.url)/x")
            let filled = try await Self.loader(server).block(filling: block)
            #expect([filled.blockCode, filled.showType] == ["forYou", "DEMO_TEXT"])
            #expect(filled.clientSource == block.clientSource)
            #expect(filled.canClose)
            #expect(try Self.texts(filled) == ["placeholder"])
        }
    }

    @Test(arguments: [
        #"{"data":7}"#, #"{"data":null}"#, "[]", "", "<html>", #"{"content":{}}"#,
    ])
    func aBodyWithoutContent_isUnreadable(body: String) async throws {
        try await ScriptedServer.run({ _, _ in ScriptedServer.response(200, body) }) { server in
            let error = await #expect(throws: HomePageError.self) {
                try await Self.loader(server).block(filling: try Self.block(at: "\(server.url)/x"))
            }
            guard case .unreadable = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func anApp_canReadItsOwnFormat() async throws {
        try await ScriptedServer.run({ _, _ in ScriptedServer.response(200, #"["a","b"]"#) }) { server in
            let loader = ClientSourceLoader(
                hosts: [Self.host(server)],
                read: { (body: Data) in
                    let texts = try JSONDecoder().decode([String].self, from: body)
                    let items = texts.enumerated().map { JSONValue.object(["id": JSONValue($0), "text": .string($1)]) }
                    return ["extInfo": ["list": .array(items)]]
                })
            let filled = try await loader.block(filling: try Self.block(at: "\(server.url)/x"))
            let texts = try Self.texts(filled)
            #expect(texts == ["a", "b"])
        }
    }

    @Test func aSlowEndpoint_timesOut_andAFailedSignIn_isReported() async throws {
        let latch = Latch()
        try await ScriptedServer.run({ _, _ in
            await latch.wait()
            return Self.content("late")
        }) { server in
            let block = try Self.block(at: "\(server.url)/x")
            let options = ClientOptions(timeout: 30, deadline: 0.2, attempts: 1)
            await #expect(throws: HomePageError.timedOut) {
                try await Self.loader(server, options).block(filling: block)
            }
            await latch.open()
            let signedOut = ClientSourceLoader(hosts: [Self.host(server)]) { _ in throw CocoaError(.userCancelled) }
            let error = await #expect(throws: HomePageError.self) { try await signedOut.block(filling: block) }
            guard case .unreachable(_, let code) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(code == URLError.userAuthenticationRequired.rawValue)
            let cancelled = ClientSourceLoader(hosts: [Self.host(server)]) { _ in throw CancellationError() }
            await #expect(throws: HomePageError.cancelled) { try await cancelled.block(filling: block) }
            #expect(await server.log.requests.count == 1)
        }
    }
}
