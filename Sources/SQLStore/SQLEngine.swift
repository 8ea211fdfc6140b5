public import Publishing

/// A database that runs transactions. What it throws of its own are ``SQLFailure``s.
public protocol SQLEngine: Sendable {
    /// Runs a body that sees one state of the database and changes nothing.
    ///
    /// - Parameter isShort: whether it mostly runs queries once, which takes one message to a server then. If it runs more,
    ///   it is run again.
    func read<Value: Sendable>(
        isShort: Bool, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value

    /// Runs a body that may change the database. What it did is durable when this returns; if it throws, nothing was
    /// changed. The body may run more than once, but what it did stays once at most.
    func write<Value: Sendable>(
        _ end: TransactionEnd, _ body: @escaping @Sendable (any SQLTransaction) throws -> Value
    ) async throws -> Value

    /// Emits the changes of other programs. A caller requests the next element once it has published the last one.
    func externalChanges(_ program: NodeProgram) -> AsyncStream<ExternalChanges>

    /// Has changes emitted again that could not be published.
    func retryRefresh(_ changes: ExternalChanges)

    /// This program as one of several nodes on the database; nil if there is one at most.
    var node: NodeState? { get }

    /// Runs something while no other program does.
    ///
    /// - Returns: false if another program does; then it was not run.
    func runAlone(_ body: @Sendable () async -> Void) async throws -> Bool

    /// Throws if changes cannot be made now.
    func checkReadiness() async throws

    /// Reports what the database takes on the disk.
    func usage() async throws -> DatabaseUsage

    /// What about the server's settings endangers the pages, a sentence each; empty for a file.
    func warnings() async throws -> [String]

    /// Ends all use of the database.
    func close() throws
}

/// What becomes of what a transaction changes.
public enum TransactionEnd: Sendable, Equatable {
    case commit
    /// Committed, maybe together with other short changes that wait at the same time: where the server's transactions run
    /// beside each other, with those of the same page only, which is nil for changes of something else.
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

    /// Its pages are dropped instead.
    public func retryRefresh(_ changes: ExternalChanges) {}

    public func runAlone(_ body: @Sendable () async -> Void) async throws -> Bool {
        await body()
        return true
    }
}

/// What a database takes on the disk.
public struct DatabaseUsage: Sendable {
    /// The version of the schema.
    public let schema: Int
    /// How many bytes the database has, and the log of what is not in its file yet; nil if it has no file.
    public let bytes: Int
    public let logBytes: Int?
    /// How much room is left beside the file; nil if that is unknown.
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

/// An error of an engine, and what it means to the caller.
public protocol SQLFailure: Error {
    var publishingError: PublishingError { get }
}
