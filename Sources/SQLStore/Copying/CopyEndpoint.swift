public import Publishing

/// A database that is the source or the target of a copy. Its own errors name the database and the remedy.
public protocol CopyEndpoint: Sendable {
    /// Runs a read-only body on a consistent snapshot, even while a server uses the database.
    ///
    /// - Parameter body: must call `confirm` once it has read everything, which throws if the snapshot may not have
    ///   been consistent.
    func read<Value>(
        _ body: (_ database: any SQLTransaction, _ confirm: @escaping () throws -> Void) throws -> Value
    ) throws -> Value

    /// Creates the database if it does not exist, and runs a body that fills it. No other program can use it in the
    /// meantime.
    ///
    /// If the database has any content or the body throws, the database is left unchanged. The content is durable when
    /// this returns.
    func fill<Value>(_ body: (any SQLTransaction) throws -> Value) throws -> Value

    /// The highest id that a table is known to have had; 0 if nothing is known.
    func lastID(of table: String, in database: any SQLTransaction) throws -> Int64

    /// Makes the ids of new rows of a table higher than an id.
    func continueIDs(of table: String, after last: Int64, in database: any SQLTransaction) throws
}

/// A database whose errors are explained, so that they say which of two databases failed.
public struct ExplainedDatabase: SQLTransaction {
    private let base: any SQLTransaction
    private let explain: (any Error) -> any Error

    /// - Parameter explain: explains the engine's errors and returns all others unchanged.
    public init(_ base: any SQLTransaction, explain: @escaping (any Error) -> any Error) {
        self.base = base
        self.explain = explain
    }

    public var dialect: SQLDialect { base.dialect }

    public var programTime: Instant? { base.programTime }

    public func now() throws -> Instant { try explained { try base.now() } }

    public func query(_ sql: String, _ arguments: [SQLValue], _ body: (any SQLRow) throws -> Bool) throws {
        try explained { try base.query(sql, arguments, body) }
    }

    public func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
        try explained { try base.execute(sql, arguments) }
    }

    public func executeDeferred(_ sql: String, _ arguments: [SQLValue]) throws {
        try explained { try base.executeDeferred(sql, arguments) }
    }

    public func attempt(_ body: () throws -> Void) throws -> (any Error)? { try explained { try base.attempt(body) } }

    public func executeAudit(_ sql: String, _ arguments: [SQLValue], isFollowed: Bool) throws {
        try explained { try base.executeAudit(sql, arguments, isFollowed: isFollowed) }
    }

    private func explained<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw explain(error) }
    }
}
