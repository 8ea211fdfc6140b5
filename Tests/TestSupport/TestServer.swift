public import Foundation
public import HTTPTypes
import HomeBlocks
public import HomeBlocksServer
import Hummingbird
import Logging
import NIOCore
public import Publishing
public import SQLiteStore
import ServiceLifecycle

/// The whole server on a free port, with a real database file that has the starter pages.
public struct TestServer: Sendable {
    /// The address on which it listens.
    public let url: URL
    public let store: SQLiteStore
    public let time: TestClock
    public let admin: String
    private let port: Int
    private let folder: TemporaryFolder

    private init(url: URL, port: Int, store: SQLiteStore, time: TestClock, admin: String, folder: TemporaryFolder) {
        (self.url, self.port, self.store, self.time, self.admin, self.folder) = (url, port, store, time, admin, folder)
    }

    public static func run(
        settings: ServerSettings = ServerSettings(), pages: [String] = ["music", "mall"],
        fetcher: (any FeedFetching)? = nil,
        _ test: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let time = TestClock()
        let catalog = try Project.catalog()
        let store = try SQLiteStore(path: folder.path("p.sqlite"), catalog: catalog, clock: time.clock)
        for slug in pages {
            _ = try await store.importPage(
                PageImport(page: slug, document: try Project.plainPage(slug)), ChangeContext(.console))
        }
        let token = try await Self.token(.admin, in: store)
        var settings = settings
        settings.port = 0
        let (ports, onPort) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let application = try buildApplication(
            store: store, settings: settings, files: ServerFiles(assets: try Project.assets()), fetcher: fetcher,
            clock: time.clock, logger: logger
        ) { channel in onPort.yield(channel.localAddress?.port ?? 0) }
        let services = ServiceGroup(services: [application], logger: logger)
        try await withThrowingTaskGroup { group in
            group.addTask {
                defer { onPort.finish() }
                try await services.run()
            }
            if let port = await ports.first(where: { _ in true }), let url = URL(string: "http://127.0.0.1:\(port)") {
                do {
                    try await test(
                        TestServer(url: url, port: port, store: store, time: time, admin: token, folder: folder))
                } catch {
                    await services.triggerGracefulShutdown()
                    throw error
                }
                await services.triggerGracefulShutdown()
            }
            try await group.waitForAll()
        }
    }

    public static func token(_ role: Role, expiresAt: Instant? = nil, in store: SQLiteStore) async throws -> String {
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let plan = try CredentialPlan(token: role.rawValue, Rights(role), expiresAt: expiresAt)
        _ = try await store.create(NewCredential(token, plan: plan), ChangeContext(.console))
        return token.text
    }

    /// Another connection to the same file, as another process opens it.
    public func secondStore() throws -> SQLiteStore {
        try SQLiteStore(path: folder.path("p.sqlite"), catalog: try Project.catalog())
    }

    @discardableResult
    public func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String] = [:], body: String? = nil
    ) async throws -> TestResponse {
        var fields = HTTPFields()
        for (name, value) in headers {
            guard let name = HTTPField.Name(name) else { throw CocoaError(.formatting) }
            fields[name] = value
        }
        if let body { fields[.contentLength] = String(body.utf8.count) }
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields)
        return try await TestClient(port: port).send(request, body: body.map { ByteBuffer(string: $0) })
    }

    public func get(_ path: String, _ headers: [String: String] = [:]) async throws -> TestResponse {
        try await send(.get, path, headers)
    }

    /// A reorder as the console sends it.
    public func sort(
        _ body: String, _ headers: [String: String] = [:], query: String = "", token: String? = nil
    ) async throws -> TestResponse {
        var all = ["Content-Type": "application/json", "Authorization": "Bearer \(token ?? admin)"]
        all.merge(headers, uniquingKeysWith: { $1 })
        return try await send(.post, "/sort\(query)", all, body: body)
    }

    public func order(_ page: String = "music") async throws -> [String] {
        try await list("/sort?page=\(page)", at: ["data", "order"]).compactMap(\.string)
    }

    public func shown(_ path: String = "/homepage") async throws -> [String] {
        try await list(path, at: ["data", "blocks"]).compactMap { $0.object?["blockCode"]?.string }
    }

    private func list(_ path: String, at tokens: [String]) async throws -> [JSONValue] {
        let response = try JSONValue(parsing: try await get(path).body.readableBytesView)
        return response[pointer: JSONPointer(tokens)]?.array ?? []
    }
}
