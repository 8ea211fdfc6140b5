public import Publishing

/// A database that runs transactions. What it throws of its own are ``SQLFailure``s.
public protocol SQLEngine: Sendable {
    /// Runs a body that sees one state of the database and changes nothing.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any SQLDatabase) throws -> Value) async throws -> Value

    /// Runs a body that may change the database. What it did is durable when this returns; if it throws, nothing was
    /// changed.
    ///
    /// - Parameter commits: whether the changes stay; otherwise they are rolled back.
    func write<Value: Sendable>(
        commits: Bool, _ body: @escaping @Sendable (any SQLDatabase) throws -> Value
    ) async throws -> Value

    /// Emits an element each time that another process has changed the database.
    func outsideChanges() -> AsyncStream<Void>

    /// Throws if changes cannot be made now.
    func checkReadiness() async throws

    /// Reports what the database takes on the disk.
    func usage() async throws -> DatabaseUsage

    /// What about the server's settings endangers the pages, a sentence each; empty for a file.
    func warnings() async throws -> [String]

    /// Ends all use of the database.
    func close() throws
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
