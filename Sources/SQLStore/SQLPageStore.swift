import Foundation
public import Publishing

/// A database with pages, as the program opens it.
public protocol PageDatabase: PageStore {
    /// Adds pages to a database that has none.
    func addStarterPages(_ pages: [(slug: String, document: PageDocument)]) async throws(PublishingError)

    /// Repairs what can be repaired: each page in a transaction of its own.
    ///
    /// - Returns: what was done, a line each.
    func repair(by actor: Actor) async throws(PublishingError) -> [String]

    /// Checks that each layout that a live page, a draft or a planned release uses is there.
    ///
    /// - Throws: ``PublishingError/conflict(_:)`` with the layouts that are missing.
    func checkLayouts() async throws(PublishingError)

    /// Finds everything that is wrong.
    func check() async throws(PublishingError) -> DatabaseReport

    /// How many revisions of a page pruning would forget now.
    func forgettableRevisions(of page: String, _ retention: Retention) async throws(PublishingError) -> Int

    /// How many pictures pruning would delete.
    func unusedPictures(uploadedBefore instant: Instant) async throws(PublishingError) -> Int

    /// What about the server's settings endangers the pages, a sentence each; empty for a file.
    func warnings() async throws(PublishingError) -> [String]

    /// Ends all use of the database.
    func close() throws
}

/// The pages in an SQL database. Each method is one transaction: it loads rows, lets `Publishing` decide, and writes
/// what that returns.
public struct SQLPageStore<Engine: SQLEngine>: PageDatabase {
    public let engine: Engine
    public let layouts: CurrentLayouts
    let clock: PublishingClock
    let trees = TreeCache()

    public init(engine: Engine, catalog: BlockTypeCatalog, clock: PublishingClock) {
        self.engine = engine
        layouts = CurrentLayouts(catalog)
        self.clock = clock
    }

    /// The layouts as they are now. They are not replaced while a transaction writes.
    var catalog: BlockTypeCatalog { layouts.current.catalog }

    public func warnings() async throws(PublishingError) -> [String] {
        let (declared, now) = (catalog.attributes, clock.now)
        let stored = try await read { try $0.audienceWarnings(declared, at: now) }
        return try await translated { try await engine.warnings() } + stored
    }

    public func close() throws { try engine.close() }

    public func outsideChanges(version: String) -> AsyncStream<OutsideChanges> {
        let layouts = layouts
        return engine.outsideChanges(NodeProgram(version: version, layouts: { layouts.hash }))
    }

    public func publishLater(_ changes: OutsideChanges) { engine.publishLater(changes) }

    public var node: NodeState? { engine.node }

    public var shared: (any SharedStore)? { engine.node == nil ? nil : self }

    public func runAlone(_ body: @Sendable () async -> Void) async throws(PublishingError) -> Bool {
        try await translated { try await engine.runAlone(body) }
    }

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
        try await translated { try await engine.write(.commit, body) }
    }

    /// Runs a transaction for a request, if its actor is still authorized.
    ///
    /// - Parameter end: `.rollback` returns what a change would do, and changes nothing.
    func write<Value: Sendable>(
        for request: RequestInfo, _ end: TransactionEnd = .commit,
        _ body: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await translated {
            try await engine.write(end) { database in
                try request.actor.checkAuthorization(database.proof(of: request.actor), at: clock.now)
                return try body(database)
            }
        }
    }

    /// Makes a change once: a retry with the same key returns the first response. A dry run returns what the change would do.
    func writeOnce<Response: Codable & Sendable>(
        _ request: RequestInfo, isDryRun: Bool = false,
        _ make: @escaping @Sendable (any SQLDatabase) throws -> Response
    ) async throws(PublishingError) -> Response {
        try await write(for: request, isDryRun ? .rollback : .groupCommit) { database in
            guard !isDryRun, let idempotency = request.idempotency else { return try make(database) }
            let credential = request.actor.credential
            guard try database.claim(idempotency, of: credential, at: clock.now) else {
                let stored = try database.requireResponse(idempotency.key, of: credential)
                try idempotency.check(stored.fingerprint)
                return try JSONDecoder().decode(Response.self, from: Data(stored.text.utf8))
            }
            let response = try make(database)
            let text = String(decoding: try JSONEncoder().encode(response), as: UTF8.self)
            try database.store(text, to: idempotency, of: credential)
            return response
        }
    }

    public func deleteOldResponses() async throws(PublishingError) -> Int {
        let now = clock.now
        let oldest = now.adding(seconds: -Idempotency.lifetime)
        let hasNodes = engine.node != nil
        return try await write { database in
            if hasNodes { try database.run("DELETE FROM attempts WHERE ends_at <= ?1", now) }
            for table in database.dialect.ownExpiringTables {
                try database.run("DELETE FROM \(table) WHERE created_at <= ?1", oldest)
            }
            return try database.run("DELETE FROM idempotency WHERE created_at <= ?1", oldest)
        }
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
    /// Claims the key of a request. Whoever asks for it meanwhile waits until the transaction ends.
    ///
    /// - Returns: false if the request was made already.
    fileprivate func claim(_ idempotency: Idempotency, of credential: String, at now: Instant) throws -> Bool {
        try exists(
            """
            INSERT INTO idempotency (credential, key, fingerprint, answer, created_at) VALUES (?1, ?2, ?3, 'null', ?4)
            ON CONFLICT (credential, key)
            DO UPDATE SET fingerprint = ?3, answer = 'null', created_at = ?4 WHERE idempotency.created_at <= ?5
            RETURNING 1
            """, credential, idempotency.key, idempotency.fingerprint, now,
            now.adding(seconds: -Idempotency.lifetime))
    }

    fileprivate func requireResponse(
        _ key: String, of credential: String
    ) throws -> (fingerprint: [UInt8], text: String) {
        let stored = try first(
            "SELECT fingerprint, answer FROM idempotency WHERE credential = ?1 AND key = ?2", credential, key
        ) { (fingerprint: try $0.bytes(0), text: try $0.text(1)) }
        guard let stored else { throw PublishingError.internalError("the response to the key \(key) is missing") }
        return stored
    }

    fileprivate func store(_ text: String, to idempotency: Idempotency, of credential: String) throws {
        try run(
            "UPDATE idempotency SET answer = ?3 WHERE credential = ?1 AND key = ?2", credential, idempotency.key, text)
    }
}
