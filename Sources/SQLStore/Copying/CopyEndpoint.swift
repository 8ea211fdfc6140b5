public import Publishing

/// A database as a whole, which is copied or filled with a copy. What it throws of its own says which database it is and
/// what to do.
public protocol CopyEndpoint: Sendable {
    /// Runs a body that sees one state of the database and changes nothing, also while a server uses the database.
    ///
    /// - Parameter body: gets a function besides, which it calls once it has read everything: it throws if what was read
    ///   may be of several states.
    func read<Value>(
        _ body: (_ database: any SQLTransaction, _ confirm: @escaping () throws -> Void) throws -> Value
    ) throws -> Value

    /// Makes the database if it is not there, and runs a body that fills it. No other program uses it in the meantime.
    ///
    /// If the database has any content, or if the body throws, the database is as it was. What the body returned is
    /// durable when this returns.
    func fill<Value>(_ body: (any SQLTransaction) throws -> Value) throws -> Value

    /// The highest id that a table is known to have had; 0 if nothing is known.
    func lastID(of table: String, in database: any SQLTransaction) throws -> Int64

    /// Has the ids of new rows of a table be higher than one.
    func continueIDs(of table: String, after last: Int64, in database: any SQLTransaction) throws
}

/// A database whose errors are replaced by what they mean, so that of two databases it is known which one failed.
public struct ExplainedDatabase: SQLTransaction {
    private let base: any SQLTransaction
    private let explain: (any Error) -> any Error

    /// - Parameter explain: returns errors that are not of the engine as they are.
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
