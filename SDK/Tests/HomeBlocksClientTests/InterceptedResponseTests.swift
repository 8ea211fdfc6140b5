import Foundation
import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

/// Responses that do not come from the server, as from captive portals, proxies and broken connections.
@Suite(.timeLimit(.minutes(2))) struct InterceptedResponseTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var cache: ResponseCache { ResponseCache(folder: folder.url.appendingPathComponent("cache")) }

    /// A response whose copy may not be used once the server responds with an error status.
    static let good = ScriptedServer.page(headers: ["ETag": "\"1\"", "Cache-Control": "stale-if-error=0"])
    static let html = "<!DOCTYPE html><title>Sign in</title>"
    static let htmlType = ["Content-Type": "text/html; charset=gbk"]

    static let responses: [(name: String, response: ScriptedResponse)] = [
        ("a portal's page", ScriptedServer.response(200, html, htmlType)),
        ("a portal's page with an ETag", ScriptedServer.response(200, html, ["ETag": "\"portal\""])),
        ("a portal's page that says JSON", ScriptedServer.response(200, html, ["Content-Type": "application/json"])),
        ("plain text", ScriptedServer.response(200, "Sign in", ["Content-Type": "text/plain"])),
        ("an empty body", ScriptedServer.response(200, "", ["Content-Type": "application/json"])),
        ("JSON of something else", ScriptedServer.response(200, #"{"status":"login","url":"http://a/"}"#)),
        ("a truncated body", ScriptedServer.response(200, #"{"code":200,"data":{"blocks":[{"bl"#)),
        ("no content", ScriptedServer.response(204)), ("a part", ScriptedServer.response(206, #"{"data":"#)),
        ("a redirect without an address", ScriptedServer.response(300, html)),
        ("a proxy's 400", ScriptedServer.response(400, html, htmlType)),
        ("a proxy's 403", ScriptedServer.response(403, "Blocked", ["Content-Type": "text/plain"])),
        ("a portal's 404", ScriptedServer.response(404, html, htmlType)),
        ("a 404 of nothing", ScriptedServer.response(404)),
        (
            "a gateway's 404",
            ScriptedServer.response(404, #"{"message":"no route"}"#, ["Content-Type": "application/json"])
        ),
        (
            "a 404 in the form of another status",
            problem(404, #"{"type":"x","title":"No","status":410,"detail":"No."}"#)
        ),
        ("a 410 that only has the type", problem(410, html)),
        ("a problem of another server", problem(404, #"{"status":404}"#)),
        ("a proxy's 407", ScriptedServer.response(407, html, ["Proxy-Authenticate": "Basic realm=\"a\""])),
        ("a proxy's 429", ScriptedServer.response(429, html, htmlType)),
        ("a proxy's 502", ScriptedServer.response(502, html, htmlType)),
        ("a portal's 503", ScriptedServer.response(503, "  <html>")),
        ("a portal's 511", ScriptedServer.response(511, html, htmlType)), ("a bare 511", ScriptedServer.response(511)),
        ("a confirmation of something that was not requested", ScriptedServer.response(203, html)),
    ]

    static func problem(_ status: Int, _ body: String) -> ScriptedResponse {
        ScriptedServer.response(status, body, ["Content-Type": "application/problem+json"])
    }

    func client(_ server: ScriptedServer) -> HomePageClient {
        HomePageClient(server: server.url, cache: cache, options: ClientOptions(attempts: 1))
    }

    @Test(arguments: responses.indices) func anInterceptedResponse_countsAsNoConnection(_ index: Int) async throws {
        let (name, response) = Self.responses[index]
        try await ScriptedServer.run({ _, count in
            switch count {
            case 1: Self.good
            case 2, 3: response
            default: ScriptedServer.response(304, "", ["ETag": "\"1\""])
            }
        }) { server in
            _ = try await client(server).page()
            let page = try await client(server).page()
            #expect(page.data.blocks.map(\.blockCode) == ["A"], "\(name)")
            guard case .stale(_, let error) = page.origin else {
                Issue.record("\(name): \(page.origin)")
                return
            }
            #expect(!error.isNotFound, "\(name)")
            await #expect(throws: HomePageError.self, "\(name)") { try await client(server).page(policy: .networkOnly) }
            #expect(try await client(server).page().origin == .confirmed, "\(name)")
        }
    }

    @Test(arguments: responses.indices) func withoutACopy_theErrorIsNotARefusal(_ index: Int) async throws {
        let (name, response) = Self.responses[index]
        try await ScriptedServer.run({ _, _ in response }) { server in
            let error = await #expect(throws: HomePageError.self, "\(name)") { try await client(server).page() }
            switch error {
            case .unreachable(_, let code): #expect(code == URLError.badServerResponse.rawValue, "\(name)")
            case .unreadable: #expect(response.body.hasPrefix("{"), "\(name)")
            default: Issue.record("\(name): \(String(describing: error))")
            }
        }
    }

    @Test func aRedirectToASignInPage_countsAsNoConnection() async throws {
        try await ScriptedServer.run({ request, count in
            if request.path == "/login" { return ScriptedServer.response(200, Self.html, Self.htmlType) }
            if count == 1 { return Self.good }
            let host = request.headers["host"] ?? ""
            return ScriptedServer.response(302, "", ["Location": "http://\(host)/login?from=a"])
        }) { server in
            _ = try await client(server).page()
            for _ in 1...2 {
                let page = try await client(server).page()
                guard case .stale(_, .unreachable) = page.origin else {
                    Issue.record("\(page.origin)")
                    return
                }
            }
            #expect(await server.log.requests.last?.path == "/login")
        }
    }

    @Test(arguments: [404, 410]) func a404Or410FromTheServer_removesTheCopy(status: Int) async throws {
        for type in ["application/problem+json", "Application/Problem+JSON; charset=utf-8"] {
            try await ScriptedServer.run({ _, count in
                if count == 1 { return Self.good }
                var gone = ScriptedServer.problem(status)
                gone.headers = ["Content-Type": type]
                return gone
            }) { server in
                _ = try await client(server).page()
                let error = await #expect(throws: HomePageError.self) { try await client(server).page() }
                #expect(error?.isNotFound == (status == 404))
                _ = try? await client(server).page()
                #expect(await server.log.header("If-None-Match") == [nil, "\"1\"", nil], "\(type)")
            }
        }
    }

    @Test(arguments: [429, 500, 502, 503]) func aServerThatFails_limitsTheAgeOfTheCopy(status: Int) async throws {
        for response in [ScriptedServer.problem(status), ScriptedServer.response(status)] {
            try await ScriptedServer.run({ _, count in count == 1 ? Self.good : response }) { server in
                _ = try await client(server).page()
                let error = await #expect(throws: HomePageError.self) { try await client(server).page() }
                guard case .refused(let problem) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(problem.status == status)
                #expect(await client(server).storedCopy(of: .page()) != nil)
            }
        }
    }

    @Test(arguments: ["text/html", "text/plain; charset=iso-8859-1", ""])
    func aPageWithAnotherContentType_isAccepted(type: String) async throws {
        var page = ScriptedServer.page("名")
        if !type.isEmpty { page.headers["Content-Type"] = type }
        let response = page
        try await ScriptedServer.run({ _, _ in response }) { server in
            let loaded = try await client(server).page()
            #expect(loaded.data.blocks.map(\.blockCode) == ["名"])
        }
    }

    @Test func aCaptivePortal_removesNoSectionOfTheMall() async throws {
        let isBehindPortal = Box(false)
        let section =
            #"{"data":{"blockCode":"otc","showType":"MALL_AD","extInfo":"#
            + #"{"list":[{"id":1,"title":"T","imageUrl":"/i","url":"/u"}]}}}"#
        try await ScriptedServer.run({ request, _ in
            if isBehindPortal.value { return ScriptedServer.response(404, Self.html, Self.htmlType) }
            return request.path == "/sort"
                ? ScriptedServer.response(200, #"{"data":{"order":["otc"]}}"#) : ScriptedServer.response(200, section)
        }) { server in
            let model = await MallViewModel(client: HomePageClient(server: server.url))
            await model.refresh()
            #expect(await model.listMs.map(\.id) == ["otc"])
            isBehindPortal.value = true
            await model.refresh()
            #expect(await model.listMs.map(\.id) == ["otc"])
            #expect(await model.sortFailure?.isNotFound == false)
        }
    }
}
