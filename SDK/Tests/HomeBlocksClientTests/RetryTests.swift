import Foundation
import HomeBlocks
import SDKTestSupport
import Testing

@testable import HomeBlocksClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1))) struct RetryTests {
    /// Returns a client that only records its waits, with fixed jitter.
    static func client(
        _ server: URL, options: ClientOptions = ClientOptions(), jitter: Double = 1, waits: Box<[TimeInterval]>
    ) -> HomePageClient {
        let policy = RetryPolicy(options: options, jitter: { jitter })
        let http = RetryingHTTPClient(
            session: URLSession(configuration: .ephemeral), options: options, policy: policy,
            pause: { waits.value.append($0) }, now: { Date() })
        return HomePageClient(
            server: server, context: HomePageContext(), loader: CachingLoader(client: http, cache: nil))
    }

    static func outcome(
        options: ClientOptions = ClientOptions(), jitter: Double = 1,
        _ handler: @escaping ScriptedServer.Handler
    ) async throws -> (result: Result<String, HomePageError>, waits: [TimeInterval], requests: Int) {
        let waits = Box<[TimeInterval]>([])
        let result = Box<(Result<String, HomePageError>, Int)?>(nil)
        try await ScriptedServer.run(handler) { server in
            let client = Self.client(server.url, options: options, jitter: jitter, waits: waits)
            let outcome = await HomeBlocksClient.outcome { () async throws(HomePageError) in
                try await client.page().data.blocks.map(\.blockCode).joined()
            }
            result.value = (outcome, await server.log.requests.count)
        }
        let (outcome, requests) = try #require(result.value)
        return (outcome, waits.value, requests)
    }

    @Test func aRequestToABusyServer_isRetried() async throws {
        for status in [429, 500, 502, 503, 504] {
            let outcome = try await Self.outcome { _, count in
                count < 3 ? ScriptedServer.response(status) : ScriptedServer.page("Z")
            }
            #expect(try outcome.result.get() == "Z")
            #expect(outcome.waits == [0.5, 1])
        }
    }

    @Test func waits_haveJitter_andAreBounded() {
        let problem = HomePageError.refused(ProblemDetails(status: 503, detail: ""))
        let options = ClientOptions(attempts: 99)
        for (jitter, expected) in [(0, 0.25), (0.5, 0.375), (1, 0.5)] {
            #expect(RetryPolicy(options: options, jitter: { jitter }).wait(after: problem, attempt: 1) == expected)
        }
        #expect(RetryPolicy(options: options, jitter: { 1 }).wait(after: problem, attempt: 80) == options.maximumWait)
    }

    @Test func retryAfter_isHonoured() async throws {
        let outcome = try await Self.outcome(jitter: 0) { _, count in
            count == 1
                ? ScriptedServer.response(429, "", ["Retry-After": "7"]) : ScriptedServer.page("Z")
        }
        #expect(try outcome.result.get() == "Z")
        #expect(outcome.waits == [7])
    }

    @Test func aRetryAfterThatIsTooLong_endsTheAttempts() async throws {
        let outcome = try await Self.outcome { _, _ in
            ScriptedServer.response(503, #"{"detail":"Maintenance."}"#, ["Retry-After": "3600"])
        }
        #expect(outcome.requests == 1)
        guard case .failure(.refused(let problem)) = outcome.result else {
            Issue.record("\(outcome.result)")
            return
        }
        #expect(problem.retryAfter == 3600)
        #expect(problem.detail == "Maintenance.")
    }

    @Test func retryAfter_isParsedAsSecondsOrADate() throws {
        let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
        #expect(RetryPolicy.seconds(of: "120", now: now) == 120)
        #expect(RetryPolicy.seconds(of: "Sun, 06 Nov 1994 08:49:47 GMT", now: now) == 10)
        #expect(RetryPolicy.seconds(of: "Sun, 06 Nov 1994 08:00:00 GMT", now: now) == 0)
        #expect(try #require(RetryPolicy.seconds(of: "99999999999", now: now)) > 1e9)
        for text in ["-1", "+5", "soon", "", "1e9", nil] { #expect(RetryPolicy.seconds(of: text, now: now) == nil) }
    }

    @Test func oddOptions_doNotTrap() async throws {
        for number in [-1, 0, .infinity, .nan, 1e300] as [TimeInterval] {
            let options = ClientOptions(
                timeout: number, deadline: 30, attempts: 2, backoff: number, maximumWait: number)
            try await ScriptedServer.run({ _, _ in
                ScriptedServer.response(503, "", ["Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"])
            }) { server in
                let client = HomePageClient(server: server.url, options: options)
                await #expect(throws: HomePageError.self) { try await client.page() }
            }
        }
        try await Pause.seconds(-.infinity)
        let endless = Task { try await Pause.seconds(.infinity) }
        endless.cancel()
        await #expect(throws: CancellationError.self) { try await endless.value }
    }

    @Test func aWaitBeyondTheDeadline_isNotStarted() async throws {
        let outcome = try await Self.outcome(options: ClientOptions(deadline: 60, maximumWait: 120)) { _, _ in
            ScriptedServer.response(503, "", ["Retry-After": "90"])
        }
        #expect(outcome.requests == 1)
        #expect(outcome.waits.isEmpty)
        guard case .failure(.refused) = outcome.result else {
            Issue.record("\(outcome.result)")
            return
        }
    }

    @Test func aPermanentError_isNotRetried() async throws {
        for status in [400, 401, 403, 404, 410, 422, 501] {
            let outcome = try await Self.outcome { _, _ in ScriptedServer.response(status) }
            #expect(outcome.requests == 1, "\(status)")
            #expect(throws: HomePageError.self) { try outcome.result.get() }
        }
    }

    @Test func afterTheLastAttempt_theErrorIsThrown() async throws {
        let outcome = try await Self.outcome(options: ClientOptions(attempts: 4)) { _, _ in
            ScriptedServer.response(502)
        }
        #expect(outcome.requests == 4)
        guard case .failure(.refused(let problem)) = outcome.result else {
            Issue.record("\(outcome.result)")
            return
        }
        #expect(problem.status == 502)
    }

    @Test func aSilentServer_timesOut() async throws {
        for options in [ClientOptions(timeout: 1, deadline: 60), ClientOptions(timeout: 60, deadline: 0.3)] {
            let latch = Latch()
            try await ScriptedServer.run({ _, _ in
                await latch.wait()
                return ScriptedServer.page()
            }) { server in
                let client = HomePageClient(server: server.url, options: options)
                await #expect(throws: HomePageError.timedOut) { try await client.page() }
                await latch.open()
            }
        }
    }
}
