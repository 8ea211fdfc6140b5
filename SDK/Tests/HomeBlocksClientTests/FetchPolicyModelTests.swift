import Foundation
import HomeBlocks
import HomeBlocksClient
import SDKTestSupport
import Testing

/// Compares random sequences of loads, with all policies, server behaviours and cache states, with a model of the
/// policies.
@Suite(.timeLimit(.minutes(3))) struct FetchPolicyModelTests {
    enum Behaviour: Hashable, CaseIterable, Sendable {
        case responds, respondsSlowly, fails, dropsTheConnection, isGone, isUnreadable
        case isInterceptedWith(status: Int)

        static let allCases: [Behaviour] = [
            .responds, .respondsSlowly, .fails, .dropsTheConnection, .isGone, .isUnreadable,
            .isInterceptedWith(status: 200), .isInterceptedWith(status: 404), .isInterceptedWith(status: 511),
        ]
    }

    /// The state of the server: its document's version and its behaviour.
    struct ServerState: Sendable {
        var version = 1
        var behaviour = Behaviour.responds
        var permitsStale = true

        var headers: [String: String] {
            ["ETag": "\"\(version)\"", "Cache-Control": "stale-if-error=\(permitsStale ? 600 : 0)"]
        }

        func response(to request: ScriptedRequest) async throws -> ScriptedResponse {
            switch behaviour {
            case .fails: return ScriptedServer.response(500)
            case .dropsTheConnection: return ScriptedResponse(isDropped: true)
            case .isGone: return ScriptedServer.problem(404)
            case .isUnreadable: return ScriptedServer.response(200, "{}", ["ETag": "\"x\""])
            case .isInterceptedWith(let status):
                return ScriptedServer.response(status, "<html>", ["ETag": "\"x\"", "Content-Type": "text/html"])
            case .responds, .respondsSlowly:
                if behaviour == .respondsSlowly { try await Task.sleep(nanoseconds: 20_000_000) }
                return request.headers["if-none-match"] == "\"\(version)\""
                    ? ScriptedServer.response(304, "", headers)
                    : ScriptedServer.page("v\(version)", headers: headers)
            }
        }
    }

    /// The result of a load, without dates and reasons.
    enum Outcome: Equatable, CustomStringConvertible {
        case page(Int, String)
        case error

        var description: String {
            switch self {
            case .page(let version, let origin): "v\(version) \(origin)"
            case .error: "error"
            }
        }
    }

    /// The model of the cache: the stored copy.
    struct Copy {
        var version: Int
        var permitsStale: Bool
    }

    /// Returns the expected outcomes of a policy, and the number of requests.
    static func expected(_ policy: FetchPolicy, _ server: ServerState, _ copy: inout Copy?) -> ([Outcome], Int) {
        let stored = copy.map { Outcome.page($0.version, "stored") }
        if policy == .cacheFirst, let stored { return ([stored], 0) }
        let first = policy == .cacheThenNetwork ? [stored].compactMap(\.self) : []
        switch server.behaviour {
        case .responds, .respondsSlowly:
            let origin = copy?.version == server.version ? "confirmed" : "server"
            copy = Copy(version: server.version, permitsStale: server.permitsStale)
            return (first + [.page(server.version, origin)], 1)
        case .isGone:
            copy = nil
            return (first + [.error], 1)
        case .fails, .dropsTheConnection, .isUnreadable, .isInterceptedWith:
            guard let copy, policy != .networkOnly, server.behaviour != .fails || copy.permitsStale else {
                return (first + [.error], 1)
            }
            return (first + [.page(copy.version, "stale")], 1)
        }
    }

    static func outcomes(of results: FetchResults<HomePage>) async -> [Outcome] {
        let all = await FetchPolicyTests.all(results)
        let pages = all.pages.map { code, origin in
            let name =
                switch origin {
                case .server: "server"
                case .confirmed: "confirmed"
                case .stale: "stale"
                case .stored: "stored"
                }
            return Outcome.page(Int(code.dropFirst()) ?? -1, name)
        }
        return pages + (all.error == nil ? [] : [.error])
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func randomLoads_matchTheModelOfThePolicies(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let state = Box(ServerState())
        let url = folder.url.appendingPathComponent("cache")
        try await ScriptedServer.run({ request, _ in try await state.value.response(to: request) }) { server in
            var random = SeededGenerator(seed: seed)
            let cache = ResponseCache(folder: url)
            let client = HomePageClient(server: server.url, cache: cache, options: ClientOptions(attempts: 1))
            var copy: Copy?
            var history: [String] = []
            for _ in 0..<150 {
                switch Int.random(in: 0..<20, using: &random) {
                case 0:
                    await cache.removeAll()
                    copy = nil
                    history.append("cache emptied")
                case 1:
                    try Self.damage(url)
                    copy = nil
                    history.append("cache damaged")
                case 2...6: state.value.version += 1
                default: break
                }
                state.value.behaviour = Behaviour.allCases.randomElement(using: &random) ?? .responds
                state.value.permitsStale = Bool.random(using: &random)
                let policy = FetchPolicy.allCases.randomElement(using: &random) ?? .networkFirst
                let before = await server.log.requests.count
                let (expected, requests) = Self.expected(policy, state.value, &copy)
                let outcomes = await Self.outcomes(of: client.results(of: .page("p"), policy: policy))
                let made = await server.log.requests.count - before
                history.append("\(policy), \(state.value): \(outcomes), \(made) requests")
                try #require(outcomes == expected, "seed \(seed): \(history.suffix(6)), expected \(expected)")
                try #require(made == requests, "seed \(seed): \(history.suffix(6))")
                Self.checkRules(outcomes, policy, "seed \(seed): \(history.suffix(6))")
            }
        }
    }

    /// Checks rules that hold independently of the model.
    static func checkRules(_ outcomes: [Outcome], _ policy: FetchPolicy, _ history: String) {
        let versions = outcomes.compactMap { if case .page(let version, _) = $0 { version } else { nil } }
        #expect(versions == versions.sorted(), "older content after newer: \(history)")
        #expect(outcomes.count <= (policy == .cacheThenNetwork ? 2 : 1), "\(history)")
        #expect(!outcomes.dropLast().contains(.error), "\(history)")
        if policy == .networkOnly {
            let isOwn = outcomes.allSatisfy { outcome in
                if case .page(_, let origin) = outcome { ["server", "confirmed"].contains(origin) } else { true }
            }
            #expect(isOwn, "\(history)")
        }
    }

    private static func damage(_ folder: URL) throws {
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        for file in files { try Data("damaged".utf8).write(to: file) }
    }
}
