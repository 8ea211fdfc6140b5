public import Publishing

/// The pages in an SQL database. Each method is one transaction: it loads rows, lets `Publishing` decide, and writes
/// the result.
public struct SQLPageStore<Engine: SQLEngine>: PageDatabase {
    public let engine: Engine
    public let layouts: CurrentLayouts
    let clock: PublishingClock
    let memory = PageMemory()

    public init(engine: Engine, catalog: BlockTypeCatalog, clock: PublishingClock) {
        self.engine = engine
        layouts = CurrentLayouts(catalog)
        self.clock = clock
    }

    /// The current layouts. They are not replaced while a transaction writes.
    var catalog: BlockTypeCatalog { layouts.current.catalog }

    public func warnings() async throws(PublishingError) -> [String] {
        let (declared, now) = (catalog.attributes, clock.now)
        let stored = try await read { try $0.audienceWarnings(declared, at: now) }
        return try await translated { try await engine.warnings() } + stored
    }

    public func close() throws { try engine.close() }

    public func externalChanges(version: String) -> AsyncStream<ExternalChanges> {
        let layouts = layouts
        return engine.externalChanges(NodeProgram(version: version, layouts: { layouts.hash }))
    }

    public func retryRefresh(_ changes: ExternalChanges) { engine.retryRefresh(changes) }

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
    /// - Parameter isShort: whether the body usually runs queries only once.
    func read<Value: Sendable>(
        isShort: Bool = false, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await translated { try await engine.read(isShort: isShort, body) }
    }

    /// Reads a page with a body that is passed its row.
    func read<Value: Sendable>(
        _ slug: String, _ body: @escaping @Sendable (PageRow, any SQLTransaction) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await read { database in try body(database.requirePage(slug), database) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await translated { try await engine.write(.commit, body) }
    }

    /// Runs a transaction for a request, if its actor is still authorized.
    ///
    /// - Parameters:
    ///   - end: `.rollback` returns the result of a change without making it.
    ///   - lock: a lock that comes before that of the actor's credential.
    func write<Value: Sendable>(
        for context: ChangeContext, _ end: TransactionEnd = .commit, lock: NamedLock? = nil,
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await translated {
            try await engine.write(end) { database in
                if let lock { try database.lock(lock) }
                try require(context, database)
                return try body(database)
            }
        }
    }

    /// Checks that the actor of a request is still authorized.
    func require(_ context: ChangeContext, _ database: any SQLTransaction) throws {
        let check = RequestCheck(context, isOnce: false, at: clock.now)
        try database.query(check.queries(database))
        try check.requireAllowed()
    }

    public func deleteOldResponses() async throws(PublishingError) -> Int {
        let now = clock.now
        let oldest = now.adding(seconds: -Idempotency.lifetime)
        let hasNodes = engine.node != nil
        return try await write { database in
            if hasNodes { try database.run("DELETE FROM attempts WHERE ends_at <= ?1", now) }
            for table in database.dialect.engineExpiringTables {
                try database.run("DELETE FROM \(table) WHERE created_at <= ?1", oldest)
            }
            return try database.run("DELETE FROM idempotency WHERE created_at <= ?1", oldest)
        }
    }

    /// Runs a body and translates its errors for the caller.
    public func translated<Value: Sendable>(_ body: () async throws -> Value) async throws(PublishingError) -> Value {
        do { return try await body() } catch { throw .translated(error) }
    }
}

extension PublishingError {
    /// Translates a store's error for the caller.
    static func translated(_ error: any Error) -> PublishingError {
        switch error {
        case let error as PublishingError: error
        case is CancellationError: .unavailable(.cancelled)
        case let failure as any SQLFailure: failure.publishingError
        default: .internalError(String(describing: error))
        }
    }
}
