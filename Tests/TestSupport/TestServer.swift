import HTTPTypes
import HomeBlocks
import HomeBlocksServer
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Publishing
import SQLiteStore
import TestSupport
import Testing

/// The whole server on a free port, over a real database file with the starter pages in it.
struct TestServer {
    let client: any TestClientProtocol
    let store: SQLiteStore
    let time: TestClock
    let admin: String
    private let folder: TemporaryFolder

    static func run(
        settings: ServerSettings = ServerSettings(), pages: [String] = ["music", "mall"],
        _ test: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let time = TestClock()
        let catalog = try Project.catalog()
        let store = try SQLiteStore(path: folder.path("p.sqlite"), catalog: catalog, clock: time.clock)
        for slug in pages {
            _ = try await store.importPage(
                PageImport(page: slug, document: try Project.plainPage(slug)), RequestInfo(.console))
        }
        let token = try await Self.token(.admin, in: store)
        let application = buildApplication(
            store: store, catalog: catalog, settings: settings, assets: try Project.assets(), clock: time.clock,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await application.test(.live) { client in
            try await test(TestServer(client: client, store: store, time: time, admin: token, folder: folder))
        }
    }

    static func token(_ role: Role, expiresAt: Instant? = nil, in store: SQLiteStore) async throws -> String {
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let plan = try CredentialPlan(token: role.rawValue, role: role, expiresAt: expiresAt)
        _ = try await store.create(NewCredential(token, plan: plan), RequestInfo(.console))
        return token.text
    }

    /// Another connection to the same file, as another process has it.
    func secondStore() throws -> SQLiteStore {
        try SQLiteStore(path: folder.path("p.sqlite"), catalog: try Project.catalog())
    }

    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String] = [:], body: String? = nil
    ) async throws -> TestResponse {
        var fields = HTTPFields()
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        return try await client.execute(
            uri: path, method: method, headers: fields, body: body.map { ByteBuffer(string: $0) })
    }

    func get(_ path: String, _ headers: [String: String] = [:]) async throws -> TestResponse {
        try await send(.get, path, headers)
    }

    /// A reorder as the admin sends it.
    func sort(
        _ body: String, _ headers: [String: String] = [:], query: String = "", token: String? = nil
    ) async throws -> TestResponse {
        var all = ["Content-Type": "application/json", "Authorization": "Bearer \(token ?? admin)"]
        all.merge(headers, uniquingKeysWith: { $1 })
        return try await send(.post, "/sort\(query)", all, body: body)
    }

    func order(_ page: String = "music") async throws -> [String] {
        try await get("/sort?page=\(page)").texts("/data/order")
    }

    func shown(_ path: String = "/homepage") async throws -> [String] {
        try await get(path).json(at: "/data/blocks")?.array?.compactMap { $0.object?["blockCode"]?.string } ?? []
    }
}

extension TestResponse {
    var json: JSONValue {
        get throws { try JSONValue(parsing: body.readableBytesView, limits: JSONLimits(depth: 128)) }
    }

    func json(at pointer: String) throws -> JSONValue? {
        try json[pointer: try #require(JSONPointer(parsing: pointer))]
    }

    func texts(_ pointer: String) throws -> [String] { try json(at: pointer)?.array?.compactMap(\.string) ?? [] }

    func header(_ name: String) throws -> String? { headers[try #require(HTTPField.Name(name))] }

    /// Checks that this is a problem document of a status.
    func expectProblem(_ expected: Int, _ words: String = "", location: SourceLocation = #_sourceLocation) throws {
        #expect(status.code == expected, sourceLocation: location)
        #expect(try header("Content-Type") == "application/problem+json", sourceLocation: location)
        let members = try #require(try json.object, sourceLocation: location)
        for name in ["type", "title", "detail", "message", "requestId"] {
            #expect(members[name]?.string?.isEmpty == false, "\(name)", sourceLocation: location)
        }
        #expect(members["status"]?.int == expected, sourceLocation: location)
        #expect(members["code"]?.int == expected, sourceLocation: location)
        #expect(members["message"] == members["detail"], sourceLocation: location)
        #expect(members["errors"]?.array != nil, sourceLocation: location)
        #expect(members["requestId"]?.string == (try header("X-Request-Id")), sourceLocation: location)
        #expect(
            members["detail"]?.string?.contains(words) == true, "\(members["detail"] ?? .null)",
            sourceLocation: location)
    }
}
