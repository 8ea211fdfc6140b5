import HTTPTypes
import HomeBlocks
import HomeBlocksServer
import Hummingbird
import Publishing
import SQLiteStore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SortRoutesTests {
    @Test func sort_returnsTheOrderAndItsIndex() async throws {
        try await TestServer.run { server in
            let response = try await server.get("/sort?page=mall")
            #expect(try response.json(at: "/code") == 200)
            #expect(try response.json(at: "/message") == "")
            #expect(try response.json(at: "/data/page") == "mall")
            #expect(try response.json(at: "/data/revision") == 1)
            #expect(try response.texts("/data/order") == Project.plainPage("mall").order)
            #expect(try response.json(at: "/data/index/marquee") == 0)
            #expect(try response.json(at: "/data/index/bottomFloat") == 14)
        }
    }

    @Test func theSortModelOfAnApp_isAccepted() async throws {
        try await TestServer.run { server in
            let ranks = try Project.plainPage("mall").order.enumerated().map { place, code in
                "\"\(code)Index\":\(code == "bottomFloat" ? 99 : 50 - place)"
            }
            let response = try await server.sort("{\"index\":{\(ranks.joined(separator: ","))}}", query: "?page=mall")
            #expect(response.status == .ok)
            #expect(try response.json(at: "/data/revision") == 2)
            let expected = Array(try Project.plainPage("mall").order.dropLast().reversed()) + ["bottomFloat"]
            #expect(try await server.order("mall") == expected)
            let shown = try await server.shown("/homepage?page=mall")
            #expect(shown == expected.filter { $0 != "otherMall" && $0 != "otherService" })
        }
    }

    @Test func missingUnknownAndDuplicate_areNamedAtOnce_andNothingChanges() async throws {
        try await TestServer.run { server in
            let before = try await server.get("/sort")
            var order = try before.texts("/data/order")
            order[0] = "NEW_ONE"
            order[2] = order[1]
            let list = order.map { "\"\($0)\"" }.joined(separator: ",")
            let response = try await server.sort("{\"order\":[\(list)]}")
            try response.expectProblem(422, "HOMEPAGE_BANNER")
            #expect(try response.texts("/unknown") == ["NEW_ONE"])
            #expect(try response.texts("/duplicate") == ["HOMEPAGE_BLOCK_OLD_DRAGON_BALL"])
            #expect(try response.texts("/missing") == ["HOMEPAGE_BANNER", "HOMEPAGE_BLOCK_PLAYLIST_RCMD"])
            #expect(try response.json(at: "/errors/0/pointer") == "/order/0")
            let after = try await server.get("/sort")
            #expect(after.body == before.body)
            #expect(try after.header("ETag") == before.header("ETag"))
        }
    }

    @Test func aPin_holds() async throws {
        try await TestServer.run { server in
            let response = try await server.sort(
                #"{"moves":[{"block":"bottomFloat","to":"start"}]}"#, query: "?page=mall")
            try response.expectProblem(422, "pinned")
            #expect(try await server.order("mall").last == "bottomFloat")
        }
    }

    @Test func dryRun_writesNothing_andHasNoTag() async throws {
        try await TestServer.run { server in
            let before = try await server.get("/sort")
            let body = #"{"moves":[{"block":"HOMEPAGE_PODCAST24","to":0}]}"#
            let response = try await server.sort(body, query: "?dryRun=true")
            #expect(try response.texts("/data/order").first == "HOMEPAGE_PODCAST24")
            #expect(try response.texts("/data/moved") == ["HOMEPAGE_PODCAST24"])
            #expect(try response.header("ETag") == nil)
            #expect(try await server.get("/sort").body == before.body)
            try await server.sort(#"{"order":[]}"#, query: "?dryRun=true").expectProblem(422)
            try await server.sort(body, query: "?dryRun=maybe").expectProblem(400, "dryRun")
        }
    }

    @Test func ifMatch_refusesAChangeOfAnOutdatedOrder() async throws {
        try await TestServer.run { server in
            let swap = #"{"moves":[{"block":"HOMEPAGE_PODCAST24","to":"start"}]}"#
            let back = #"{"moves":[{"block":"HOMEPAGE_PODCAST24","to":"end"}]}"#
            let stale = try #require(try await server.get("/sort").header("ETag"))
            let first = try await server.sort(swap, ["If-Match": stale])
            #expect(first.status == .ok)
            let present = try #require(try first.header("ETag"))
            #expect(try await server.get("/sort").header("ETag") == present)

            let refused = try await server.sort(back, ["If-Match": stale])
            try refused.expectProblem(412, "admin")
            #expect(try refused.json(at: "/current/revision") == 2)
            #expect(try refused.texts("/current/order").first == "HOMEPAGE_PODCAST24")
            #expect(try refused.json(at: "/changedBy") == "admin")
            #expect(try refused.json(at: "/changedAt")?.string?.hasSuffix("Z") == true)
            #expect(try refused.header("ETag") == present)

            try await server.sort(back, ["If-Match": "W/\(present)"]).expectProblem(412)
            try await server.sort(back, ["If-Match": "nonsense"]).expectProblem(400, "If-Match")
            #expect(try await server.sort(back, ["If-Match": "\"x\", \(present)"]).status == .ok)
            #expect(try await server.sort(swap, ["If-Match": "*"]).status == .ok)
            #expect(try await server.sort(back).status == .ok)
        }
    }

    @Test func theTagOfACompressedOrder_isAcceptedForAChange() async throws {
        try await TestServer.run { server in
            for coding in ["gzip", "br"] {
                let tag = try #require(try await server.get("/sort", ["Accept-Encoding": coding]).header("ETag"))
                let body = #"{"moves":[{"block":"HOMEPAGE_BANNER","to":"\#(coding == "br" ? "start" : "end")"}]}"#
                #expect(try await server.sort(body, ["If-Match": tag]).status == .ok, "\(tag)")
            }
        }
    }

    @Test func aServerThatRequiresIfMatch_responds428WithoutIt() async throws {
        var settings = ServerSettings()
        settings.requiresIfMatch = true
        try await TestServer.run(settings: settings) { server in
            let body = #"{"moves":[{"block":"HOMEPAGE_BANNER","to":"end"}]}"#
            try await server.sort(body).expectProblem(428, "If-Match")
            #expect(try await server.sort(body, ["If-Match": "*"]).status == .ok)
        }
    }

    @Test func anEqualOrder_makesNoRevision() async throws {
        try await TestServer.run { server in
            let before = try await server.get("/sort")
            let response = try await server.sort(#"{"moves":[{"block":"HOMEPAGE_BANNER","to":"start"}]}"#)
            #expect(try response.json(at: "/data/moved") == [])
            #expect(try response.json(at: "/data/revision") == 1)
            #expect(try response.header("ETag") == before.header("ETag"))
        }
    }

    @Test func aRetryWithItsKey_getsTheFirstResponse() async throws {
        try await TestServer.run { server in
            let body = #"{"moves":[{"block":"HOMEPAGE_BANNER","to":"end"}]}"#
            let key = ["Idempotency-Key": "change-1"]
            let first = try await server.sort(body, key)
            _ = try await server.sort(#"{"moves":[{"block":"HOMEPAGE_BANNER","to":"start"}]}"#)
            let retry = try await server.sort(body, key)
            #expect(retry.body == first.body)
            #expect(try retry.header("ETag") == first.header("ETag"))
            #expect(try await server.order().first == "HOMEPAGE_BANNER")
            try await server.sort(#"{"moves":[{"block":"HOMEPAGE_BANNER","to":1}]}"#, key).expectProblem(422, "new key")
            try await server.sort(body, ["Idempotency-Key": String(repeating: "k", count: 256)]).expectProblem(400)
        }
    }

    @Test func onlyPublishers_mayChangeTheOrder() async throws {
        try await TestServer.run { server in
            let body = #"{"moves":[{"block":"HOMEPAGE_BANNER","to":"end"}]}"#
            let anonymous = try await server.send(.post, "/sort", ["Content-Type": "application/json"], body: body)
            try anonymous.expectProblem(401, "token")
            #expect(try anonymous.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
            for role in [Role.viewer, .editor] {
                let token = try await TestServer.token(role, in: server.store)
                try await server.sort(body, token: token).expectProblem(403, "publisher")
            }
            for bad in ["x", "hb_abcdefghijkl_AAAA", server.admin + "A", String(server.admin.dropLast())] {
                try await server.sort(body, token: bad).expectProblem(401, "unknown")
            }
            try await server.sort(body, ["Authorization": "Basic YTpi"]).expectProblem(401)
            let expiry = server.time.clock.now.adding(seconds: 5)
            let expiring = try await TestServer.token(.publisher, expiresAt: expiry, in: server.store)
            #expect(try await server.sort(body, token: expiring).status == .ok)
            server.time.advance(seconds: 5)
            try await server.sort(body, token: expiring).expectProblem(401, "expired")
            let revoked = try await TestServer.token(.publisher, in: server.store)
            _ = try await server.store.revoke(
                .token, try #require(AccessToken(parsing: revoked)).id, ChangeContext(.console))
            try await server.sort(body, token: revoked).expectProblem(401, "revoked")
            #expect(try await server.get("/sort").json(at: "/data/revision") == 2)
        }
    }

    @Test func anAdminTokenFromTheEnvironment_isAccepted() async throws {
        var settings = ServerSettings()
        let secret = String(repeating: "s", count: 40)
        settings.adminTokenHash = AccessToken.hash(secret)
        try await TestServer.run(settings: settings) { server in
            let body = #"{"moves":[{"block":"HOMEPAGE_BANNER","to":"end"}]}"#
            #expect(try await server.sort(body, token: secret).status == .ok)
            try await server.sort(body, token: secret + "s").expectProblem(401)
        }
    }

    @Test(arguments: [
        ("{", 400, "JSON"), ("", 400, "JSON"), ("[]", 422, ""), ("{}", 422, ""), (#"{"order":1}"#, 422, ""),
        (#"{"order":[],"order":[]}"#, 400, "duplicate member"), (#"{"order":["\ud800"]}"#, 400, "surrogate"),
        ("\u{0}", 400, "JSON"),
        (String(repeating: "[", count: 65) + String(repeating: "]", count: 65), 400, "json.depth"),
        ("\"" + String(repeating: "x", count: 300 << 10) + "\"", 413, "sort.body"),
        (#"{"index":{"HOMEPAGE_BANNER":1e99}}"#, 422, "whole number"),
    ])
    func aRejectedBody_hasAReason_andTheServerContinues(_ body: String, _ status: Int, _ words: String) async throws {
        try await TestServer.run { server in
            let response = try await server.sort(body)
            try response.expectProblem(status, words)
            // The test's client has one connection, which is closed after a body that was not fully read.
            #expect(try response.header("Connection") == (status == 413 ? "close" : nil))
            if status != 413 { #expect(try await server.get("/sort").json(at: "/data/revision") == 1) }
        }
    }

    @Test func otherMediaTypes_areRefused() async throws {
        try await TestServer.run { server in
            let body = #"{"moves":[]}"#
            for type in ["text/plain", "application/x-www-form-urlencoded", ""] {
                try await server.sort(body, ["Content-Type": type]).expectProblem(415, "application/json")
            }
            try await server.sort(body, ["Content-Encoding": "gzip"]).expectProblem(415, "compressed")
            #expect(try await server.sort(body, ["Content-Type": "application/json; charset=utf-8"]).status == .ok)
        }
    }

    @Test func anotherMethod_isRefused_withTheAllowedOnes() async throws {
        try await TestServer.run { server in
            for (path, allowed) in [
                ("/sort", "GET, HEAD, OPTIONS, POST"), ("/homepage", "GET, HEAD, OPTIONS"),
                ("/homepage/block/page", "GET, HEAD, OPTIONS, POST"),
                ("/homepage/blocks/x/items/1", "GET, HEAD, OPTIONS"), ("/assets/covers/a.svg", "GET, HEAD, OPTIONS"),
                ("/api/pages/music/export", "GET, HEAD, PUT"),
            ] {
                let response = try await server.send(.delete, path)
                try response.expectProblem(405)
                #expect(try response.header("Allow") == allowed, "\(path)")
            }
        }
    }

    @Test func theOrder_ignoresTheClientsContext() async throws {
        try await TestServer.run { server in
            let order = try await server.get("/sort").body
            for query in ["platform=psion", "appVersion=x", "locale=,", "other=1", "limit=0", "cursor=x"] {
                #expect(try await server.get("/sort?\(query)").body == order, "\(query)")
            }
        }
    }

    @Test func anUnknownPage_isNotFound() async throws {
        try await TestServer.run { server in
            try await server.get("/sort?page=none").expectProblem(404, "none")
            try await server.sort(#"{"order":[]}"#, query: "?page=none").expectProblem(404, "none")
        }
    }

    @Test func aChangeByAnotherProcess_isSeen() async throws {
        try await TestServer.run { server in
            _ = try await server.shown()
            let order = try await server.order()
            // Another connection to the same file, as the command line opens it.
            let other = try server.secondStore()
            let start = ContinuousClock.now
            _ = try await other.change(
                PageChange("music", .live, .order(.order(order.reversed()))), ChangeContext(.console))
            while try await server.shown() != order.reversed() {
                // The latency is measured in Tests/API, where nothing else runs.
                try #require(ContinuousClock.now - start < .seconds(10))
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}
