import HTTPTypes
import NIOCore
import Publishing
import TestSupport
import Testing

@testable import HomeBlocksServer

@Suite(.timeLimit(.minutes(1))) struct PublishedPagesTests {
    /// The number of variants in the metrics.
    func variants(_ server: TestServer) async throws -> Int {
        let lines = String(buffer: try await server.get("/metrics").body).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("homeblocks_variant_cache_variants ") })
        return try #require(Int(line.split(separator: " ")[1]))
    }

    /// Creates a page with a variant for iOS that changes at an instant, and reads both variants.
    func readTwoWays(_ server: TestServer, changingAt instant: Instant) async throws {
        let patches = [
            "HOMEPAGE_BANNER": #"{"audience":{"platforms":["ios"]}}"#,
            "HOMEPAGE_BLOCK_OLD_DRAGON_BALL": #"{"until":"\#(instant.rfc3339)"}"#,
        ]
        for (code, patch) in patches {
            let response = try await server.send(
                .patch, "/api/pages/music/live/blocks/\(code)",
                ["Authorization": "Bearer \(server.admin)", "Content-Type": "application/json"], body: patch)
            #expect(response.status == .ok)
        }
        for query in ["", "?platform=ios"] { _ = try await server.get("/homepage\(query)") }
        #expect(try await variants(server) == 2)
    }

    @Test func aChange_buildsTheVariantsRequestedBefore() async throws {
        try await TestServer.run { server in
            try await readTwoWays(server, changingAt: server.time.clock.now.adding(seconds: 100))
            _ = try await server.sort(#"{"moves":[{"block":"HOMEPAGE_BANNER","to":"end"}]}"#)
            #expect(try await variants(server) == 2)
            #expect(try await server.shown("/homepage?platform=ios").last == "HOMEPAGE_BANNER")
            #expect(try await !server.shown().contains("HOMEPAGE_BANNER"))
        }
    }

    @Test func atAPlannedInstant_onlyTheRequestedVariant_isBuilt() async throws {
        try await TestServer.run { server in
            try await readTwoWays(server, changingAt: server.time.clock.now.adding(seconds: 10))
            server.time.advance(seconds: 10)
            #expect(try await !server.shown("/homepage?platform=ios").contains("HOMEPAGE_BLOCK_OLD_DRAGON_BALL"))
            #expect(try await variants(server) == 1)
        }
    }
}
