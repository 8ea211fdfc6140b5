public import Publishing

/// A database that runs transactions. Its own errors are ``SQLFailure``s.
public protocol SQLEngine: Sendable {
    /// Runs a read-only body on a consistent snapshot of the database.
    ///
    /// - Parameter isShort: whether the body usually runs queries only once, which then takes one round trip to a
    ///   server. A body that runs more is restarted.
    func read<Value: Sendable>(
        isShort: Bool, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value

    /// Runs a body that may change the database. Its changes are durable when this returns; if this throws, nothing is
    /// changed. The body may run more than once, but its changes are made at most once.
    func write<Value: Sendable>(
        _ end: TransactionEnd, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value

    /// Emits the changes of other programs. A caller requests the next element once it has refreshed its caches after
    /// the last one.
    func externalChanges(_ program: NodeProgram) -> AsyncStream<ExternalChanges>

    /// Emits changes again for which the caches could not be refreshed.
    func retryRefresh(_ changes: ExternalChanges)

    /// This program as one of several nodes on the database; nil if the database has at most one.
    var node: NodeState? { get }

    /// Runs a body that no other program may run at the same time.
    ///
    /// - Returns: false if another program is running it; the body is not run then.
    func runAlone(_ body: @Sendable () async -> Void) async throws -> Bool

    /// Throws if the database does not currently accept changes.
    func checkReadiness() async throws

    /// Returns the database's disk usage.
    func usage() async throws -> DatabaseUsage

    /// Returns warnings about server settings that put the pages at risk, one sentence each; empty for a file.
    func warnings() async throws -> [String]

    /// Closes the database.
    func close() throws
}

/// The way in which a transaction ends.
public enum TransactionEnd: Sendable, Equatable {
    case commit
    /// Committed, possibly together with other short changes that wait at the same time. If the server runs
    /// transactions concurrently, only changes of the same page share a commit. The page is nil for other changes.
    case groupCommit(page: String?)
    case rollback
}

extension SQLEngine {
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value {
        try await read(isShort: false, body)
    }

    /// A database of one program has no nodes.
    public var node: NodeState? { nil }

    /// Does nothing: pages that cannot be refreshed are dropped instead.
    public func retryRefresh(_ changes: ExternalChanges) {}

    public func runAlone(_ body: @Sendable () async -> Void) async throws -> Bool {
        await body()
        return true
    }
}

/// A database's disk usage.
public struct DatabaseUsage: Sendable {
    /// The version of the schema.
    public let schema: Int
    /// The sizes of the database and of its write-ahead log in bytes; the latter is nil if the database is not a file.
    public let bytes: Int
    public let logBytes: Int?
    /// The free space on the file's disk in bytes; nil if unknown.
    public let freeBytes: Int?
    /// The connections to its server; nil if it has none.
    public let connections: StoreMetrics.Connections?

    public init(
        schema: Int, bytes: Int, logBytes: Int? = nil, freeBytes: Int? = nil,
        connections: StoreMetrics.Connections? = nil
    ) {
        self.schema = schema
        self.bytes = bytes
        self.logBytes = logBytes
        self.freeBytes = freeBytes
        self.connections = connections
    }
}

/// An engine's error, with its meaning for the caller.
public protocol SQLFailure: Error {
    var publishingError: PublishingError { get }
}
