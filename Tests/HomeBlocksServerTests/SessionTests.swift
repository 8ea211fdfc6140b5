import HTTPTypes
import HomeBlocks
import HomeBlocksServer
import Publishing
import TestSupport
import Testing

/// The expiry of sessions. `Tests/API/test_session.py` tests everything that does not depend on the time.
@Suite(.timeLimit(.minutes(1))) struct SessionTests {
    private static let password = "correct horse battery"

    private static func addOperator(_ server: TestServer) async throws {
        let response = try await server.send(
            .post, "/api/operators",
            ["Content-Type": "application/json", "Authorization": "Bearer \(server.admin)"],
            body: "{\"name\":\"lin\",\"role\":\"editor\",\"password\":\"\(password)\"}")
        #expect(response.status == .created)
    }

    private static func signIn(_ server: TestServer, _ password: String = password) async throws -> TestResponse {
        try await server.send(
            .post, "/api/session", ["Content-Type": "application/json"],
            body: "{\"name\":\"lin\",\"password\":\"\(password)\"}")
    }

    /// The header that a browser sends.
    private static func cookie(_ server: TestServer) async throws -> [String: String] {
        let field = try #require(try await signIn(server).header("Set-Cookie"))
        return ["Cookie": String(field.prefix { $0 != ";" })]
    }

    private static func isSignedIn(_ server: TestServer, _ cookie: [String: String]) async throws -> Bool {
        let pages = try await server.get("/api/pages", cookie).status == .ok
        let response = try await server.get("/api/session", cookie)
        #expect(try (response.json(at: "/data/operator") != .null) == pages)
        return pages
    }

    @Test func aSessionThatIsUsed_lastsUntilItsEnd_andNoLonger() async throws {
        var settings = ServerSettings()
        settings.sessions.idleTimeout = 3600
        settings.sessions.lifetime = 3 * 3600
        try await TestServer.run(settings: settings) { server in
            try await Self.addOperator(server)
            let cookie = try await Self.cookie(server)
            for _ in 0..<5 {
                server.time.advance(seconds: 35 * 60)
                #expect(try await Self.isSignedIn(server, cookie))
            }
            server.time.advance(seconds: 5 * 60)
            #expect(try await !Self.isSignedIn(server, cookie))
        }
    }

    @Test func aSessionThatIsNotUsed_expires() async throws {
        var settings = ServerSettings()
        settings.sessions.idleTimeout = 3600
        try await TestServer.run(settings: settings) { server in
            try await Self.addOperator(server)
            let cookie = try await Self.cookie(server)
            server.time.advance(seconds: 3599)
            #expect(try await Self.isSignedIn(server, cookie))
            server.time.advance(seconds: 3600)
            #expect(try await !Self.isSignedIn(server, cookie))
        }
    }

    @Test func theSetUpLink_isValidForADay() async throws {
        var generator = SystemRandomNumberGenerator()
        let secret = SessionSecret(using: &generator)
        var settings = ServerSettings()
        settings.setUpLink = SetUpLink(secret, at: TestClock().clock.now)
        let body = "{\"secret\":\"\(secret.text)\",\"name\":\"lin\",\"password\":\"\(Self.password)\"}"
        try await TestServer.run(settings: settings) { server in
            server.time.advance(seconds: 24 * 3600)
            let response = try await server.send(.post, "/api/setup", ["Content-Type": "application/json"], body: body)
            try response.expectProblem(404, "no longer valid")
            server.time.advance(seconds: -1)
            let made = try await server.send(.post, "/api/setup", ["Content-Type": "application/json"], body: body)
            #expect(made.status == .created)
            #expect(try made.json(at: "/data/operator/role") == "admin")
        }
    }
}
