import HTTPTypes
import HomeBlocks
import NIOCore
import Publishing
import TestSupport
import Testing

@testable import HomeBlocksServer

/// Reads by audience key, as caches make them.
@Suite(.timeLimit(.minutes(1))) struct AudienceRouteTests {
    /// Changes a block of the live page `music`.
    func patch(_ code: String, _ body: String, on server: TestServer) async throws {
        let response = try await server.send(
            .patch, "/api/pages/music/live/blocks/\(code)",
            ["Authorization": "Bearer \(server.admin)", "Content-Type": "application/json"], body: body)
        #expect(response.status == .ok)
    }

    func withConditions(_ test: @escaping @Sendable (TestServer) async throws -> Void) async throws {
        try await TestServer.run { server in
            try await patch("HOMEPAGE_BANNER", #"{"audience":{"platforms":["ios"]}}"#, on: server)
            try await patch(
                "HOMEPAGE_BLOCK_OLD_DRAGON_BALL", #"{"audience":{"percent":50,"seed":"s"}}"#, on: server)
            try await test(server)
        }
    }

    func key(_ server: TestServer, _ query: String = "") async throws -> String {
        let response = try await server.get("/homepage/audience\(query)")
        #expect(response.status == .noContent)
        #expect(response.body.readableBytes == 0)
        return try #require(try response.header("Audience-Key"))
    }

    static let paths = [
        "/homepage", "/homepage/block/page", "/homepage/dragon/ball", "/homepage/blocks/HOMEPAGE_BANNER",
        "/homepage/blocks/HOMEPAGE_BANNER/items/0", "/homepage?cursor=&limit=2",
    ]

    @Test(arguments: ["", "?platform=ios", "?platform=android&appVersion=9.1&locale=zh&uid=u7", "?page=mall&uid=u1"])
    func everyRead_byKey_isThatByParameters(_ query: String) async throws {
        try await withConditions { server in
            let key = try await key(server, query)
            let page = query.contains("mall") ? "page=mall&" : ""
            for path in Self.paths {
                let separator = path.contains("?") ? "&" : "?"
                let plain = try await server.get(path + (query.isEmpty ? "" : separator + query.dropFirst()))
                let byKey = try await server.get("\(path)\(separator)\(page)audience=\(key)")
                #expect(byKey.status == plain.status && (page.isEmpty || path != "/homepage" || plain.status == .ok))
                if plain.status == .ok {
                    #expect(byKey.body == plain.body && byKey.headers[.eTag] == plain.headers[.eTag], "\(path)")
                }
            }
            let form = try await server.send(
                .post, "/homepage/block/page", ["Content-Type": "application/x-www-form-urlencoded"],
                body: "\(page)audience=\(key)")
            #expect(form.body == (try await server.get("/homepage\(query)")).body)
        }
    }

    @Test func clientsWithTheSameResults_haveOneKey() async throws {
        try await withConditions { server in
            var keys: Set<String> = []
            for number in 0..<40 {
                keys.insert(try await key(server, "?platform=\(number < 20 ? "ios" : "web")&uid=u\(number)"))
            }
            #expect(keys.count == 4)
            #expect(Set(keys.map { $0.prefix { $0 != "." } }).count == 1)
        }
    }

    @Test func aKeyOfOtherConditions_isAConflict_thatIsNotCached() async throws {
        try await withConditions { server in
            let old = try await key(server, "?platform=ios")
            try await patch("HOMEPAGE_BLOCK_OLD_DRAGON_BALL", #"{"audience":null}"#, on: server)
            for path in Self.paths {
                let response = try await server.get("\(path)\(path.contains("?") ? "&" : "?")audience=\(old)")
                try response.expectProblem(409, "Request a new key from GET /homepage/audience")
                #expect(try response.json(at: "/type") == "urn:homeblocks:problem:audience-outdated")
                #expect(try response.header("Cache-Control") == "no-store")
            }
            let new = try await key(server, "?platform=ios")
            #expect(new != old)
            #expect(try await server.get("/homepage?audience=\(new)").status == .ok)
        }
    }

    @Test(arguments: ["platform=ios", "appVersion=9", "locale=en", "uid=u"])
    func aKey_replacesTheContextParameters(_ parameter: String) async throws {
        try await withConditions { server in
            let key = try await key(server)
            let name = String(parameter.prefix { $0 != "=" })
            try await server.get("/homepage?audience=\(key)&\(parameter)").expectProblem(400, "parameter \(name) ")
            // Empty parameters count as absent.
            #expect(try await server.get("/homepage?audience=\(key)&\(name)=").status == .ok)
            #expect(try await server.get("/homepage?audience=&\(parameter)").status == .ok)
        }
    }

    @Test func whatIsNoKey_isRefused() async throws {
        try await withConditions { server in
            let key = try await key(server)
            for text in ["x", key + "A", String(key.dropLast()), key + ".", String(repeating: "A", count: 4000)] {
                try await server.get("/homepage?audience=\(text)").expectProblem(400, "The parameter audience must be")
            }
            try await server.get("/homepage/audience?audience=\(key)")
                .expectProblem(400, "audience is not allowed here")
            let odd = try await server.get("/homepage/audience?platform=psion")
            #expect(try odd.status == .noContent && odd.header("Ignored-Parameters") == "platform")
            #expect(try odd.header("Audience-Key") == key)
            try await server.get("/homepage/audience?page=none").expectProblem(404)
            #expect(try await server.send(.post, "/homepage/audience").status == .methodNotAllowed)
        }
    }

    @Test func aForgedKey_getsThatAudience_andChangesNobodysDocument() async throws {
        try await withConditions { server in
            let anonymous = try await server.get("/homepage")
            let parts = try await key(server).split(separator: ".")
            var bodies: Set<ByteBuffer> = []
            for digit in ["A", "B", "C", "D"] {
                bodies.insert(
                    try await server.get("/homepage?audience=\(parts[0]).\(digit)\(parts[1].dropFirst())")
                        .body)
            }
            #expect(bodies.count == 4 && bodies.contains(anonymous.body))
            #expect(try await server.get("/homepage").body == anonymous.body)
            #expect(try await server.get("/homepage?platform=ios").body != anonymous.body)
        }
    }

    @Test func aRead_byKey_isCachedLikeThePage() async throws {
        try await withConditions { server in
            let expected = "public, max-age=5, stale-while-revalidate=60, stale-if-error=86400"
            let response = try await server.get("/homepage/audience?uid=u")
            #expect(try response.header("Cache-Control") == expected)
            #expect(try response.header("ETag") == nil)
            let end = server.time.clock.now.adding(seconds: 3).rfc3339
            try await patch("HOMEPAGE_BLOCK_OLD_DRAGON_BALL", #"{"until":"\#(end)"}"#, on: server)
            let planned = try await server.get("/homepage/audience?uid=u").header("Cache-Control")
            #expect(planned == "public, max-age=3, stale-while-revalidate=0, stale-if-error=86400")
        }
    }

    @Test func aTakeover_outdatesKeys() async throws {
        try await TestServer.run { server in
            let headers = ["Authorization": "Bearer \(server.admin)", "Content-Type": "application/json"]
            let campaign = #"{"page":"campaign","title":"C","copyOf":"music"}"#
            #expect(try await server.send(.post, "/api/pages", headers, body: campaign).status == .created)
            let old = try await key(server)
            let now = server.time.clock.now
            let body = #"{"shows":"campaign","from":"\#(now.rfc3339)","until":"\#(now.adding(seconds: 60).rfc3339)"}"#
            let response = try await server.send(.post, "/api/pages/music/takeovers", headers, body: body)
            #expect(response.status == .created, "\(String(buffer: response.body))")
            #expect(try await server.get("/homepage?audience=\(old)").status == .conflict)
            server.time.advance(seconds: 60)
            #expect(try await server.get("/homepage?audience=\(old)").status == .ok)
        }
    }
}
