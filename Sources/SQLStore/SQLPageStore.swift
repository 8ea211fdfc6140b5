import Foundation
public import Publishing

/// The pages in an SQL database. Each method is one transaction: it loads rows, lets `Publishing` decide, and writes
/// what that returns.
public struct SQLPageStore<Engine: SQLEngine>: PageStore {
    public let engine: Engine
    public let layouts: CurrentLayouts
    let clock: PublishingClock

    public init(engine: Engine, catalog: BlockTypeCatalog, clock: PublishingClock) {
        self.engine = engine
        layouts = CurrentLayouts(catalog)
        self.clock = clock
    }

    /// The layouts as they are now. They are not replaced while a transaction writes.
    var catalog: BlockTypeCatalog { layouts.current.catalog }

    public func outsideChanges() -> AsyncStream<Void> { engine.outsideChanges() }

    public func checkReadiness() async throws(PublishingError) {
        try await translated { try await engine.checkReadiness() }
    }
}

// MARK: - Transactions

extension SQLPageStore {
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await translated { try await engine.read(body) }
    }

    /// Reads a page with a body that gets its row.
    func read<Value: Sendable>(
        _ slug: String, _ body: @escaping @Sendable (PageRow, any SQLDatabase) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await read { database in try body(database.requirePage(slug), database) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await translated { try await engine.write(commits: true, body) }
    }

    /// Runs a transaction for a request, if its actor is still authorized.
    ///
    /// - Parameter commits: false returns what a change would do, and changes nothing.
    func write<Value: Sendable>(
        for request: RequestInfo, commits: Bool = true,
        _ body: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await translated {
            try await engine.write(commits: commits) { database in
                try request.actor.checkAuthorization(database.proof(of: request.actor), at: clock.now)
                return try body(database)
            }
        }
    }

    /// Makes a change once: a retry with the same key returns the first response.
    func writeOnce<Response: Codable & Sendable>(
        _ request: RequestInfo, _ make: @escaping @Sendable (any SQLDatabase) throws -> Response
    ) async throws(PublishingError) -> Response {
        try await write(for: request) { database in
            guard let idempotency = request.idempotency else { return try make(database) }
            let now = clock.now
            let credential = request.actor.credential
            try database.deleteResponses(until: now.adding(seconds: -Idempotency.lifetime))
            if let stored = try database.response(idempotency.key, of: credential) {
                try idempotency.check(stored.fingerprint)
                return try JSONDecoder().decode(Response.self, from: Data(stored.text.utf8))
            }
            let response = try make(database)
            let text = String(decoding: try JSONEncoder().encode(response), as: UTF8.self)
            try database.insertResponse(text, to: idempotency, of: credential, at: now)
            return response
        }
    }

    /// Deletes stored responses that no retry can request any more.
    ///
    /// - Returns: how many there were.
    public func deleteOldResponses() async throws(PublishingError) -> Int {
        let oldest = clock.now.adding(seconds: -Idempotency.lifetime)
        return try await write { try $0.deleteResponses(until: oldest) }
    }

    /// Runs something with its errors as what they mean to the caller.
    public func translated<Value: Sendable>(_ body: () async throws -> Value) async throws(PublishingError) -> Value {
        do { return try await body() } catch {
            switch error {
            case let error as PublishingError: throw error
            case is CancellationError: throw .unavailable(.cancelled)
            case let failure as any SQLFailure: throw failure.publishingError
            default: throw .internalError(String(describing: error))
            }
        }
    }
}

extension SQLDatabase {
    fileprivate func response(_ key: String, of credential: String) throws -> (fingerprint: [UInt8], text: String)? {
        try first("SELECT fingerprint, answer FROM idempotency WHERE credential = ?1 AND key = ?2", credential, key) {
            (try $0.bytes(0), try $0.text(1))
        }
    }

    fileprivate func insertResponse(
        _ text: String, to idempotency: Idempotency, of credential: String, at now: Instant
    ) throws {
        try run(
            """
            INSERT INTO idempotency (credential, key, fingerprint, answer, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
            """, credential, idempotency.key, idempotency.fingerprint, text, now)
    }

    @discardableResult
    fileprivate func deleteResponses(until oldest: Instant) throws -> Int {
        try run("DELETE FROM idempotency WHERE created_at <= ?1", oldest)
    }
}
