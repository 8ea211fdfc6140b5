public import Publishing

/// A connection within a transaction. It is used on one thread at a time and never outside the transaction.
///
/// Statements are written in the SQL that all engines share, with the parameters ?1, ?2, …; where engines differ, a
/// statement uses a fragment of ``dialect``. Engines cache prepared statements by their text, so the text must not
/// contain values.
public protocol SQLTransaction {
    var dialect: SQLDialect { get }

    /// Reads the clock that dates changes. A change reads it once, after it has locked its page, so that the changes of
    /// a page are dated in order.
    func now() throws -> Instant

    /// The time of the program's clock; nil if the database's clock dates changes.
    var programTime: Instant? { get }

    /// Runs a statement and passes the rows of its result to a body, until that returns false.
    ///
    /// - Parameter body: may run other statements, but not the same one again.
    func query(_ sql: String, _ arguments: [SQLValue], _ body: (any SQLRow) throws -> Bool) throws

    /// Runs queries one by one, or all in one message to a server. No query may depend on the result of another one
    /// then.
    func query(_ queries: [SQLQuery]) throws

    /// Whether queries are sent in one message.
    var sendsQueriesTogether: Bool { get }

    /// Runs a query immediately or together with the next statement. Its rows may not be passed until the transaction
    /// is committed.
    func queryDeferred(_ query: SQLQuery) throws

    /// A number that changes when ids that this program knows may have been reused: after another program has changed
    /// the file, or after the server was replaced or crashed.
    func idReuseVersion() throws -> Int64?

    /// Ids that are reserved for this program; nil if the next id is read from the table.
    var reservedIDs: ReservedIDs? { get }

    /// Runs a statement without a result.
    ///
    /// - Returns: the number of rows that it changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int

    /// Runs a statement whose result is not needed: immediately, or together with the next one to save a round trip.
    func executeDeferred(_ sql: String, _ arguments: [SQLValue]) throws

    /// Runs a part of the transaction. If it fails, only this part is rolled back.
    ///
    /// - Throws: an error that rolled back the whole transaction.
    /// - Returns: the error of the part; nil if it succeeded.
    func attempt(_ body: () throws -> Void) throws -> (any Error)?

    /// Runs a statement that adds a line to the audit log: immediately, or at the end of the transaction, so that
    /// followed lines get their ids in the order in which they become visible.
    ///
    /// - Parameter isFollowed: whether other programs and readers of events follow the line.
    func executeAudit(_ sql: String, _ arguments: [SQLValue], isFollowed: Bool) throws
}

/// A query that is run together with others.
public struct SQLQuery {
    /// Returns the statement. If queries run one by one, it may use the results of those before it; nil if these show
    /// that it is not needed.
    public let statement: () throws -> (sql: String, arguments: [SQLValue])?
    /// Called with each row.
    public let decode: (any SQLRow) throws -> Void

    public init(
        _ statement: @escaping () throws -> (sql: String, arguments: [SQLValue])?,
        decode: @escaping (any SQLRow) throws -> Void
    ) {
        self.statement = statement
        self.decode = decode
    }

    init(
        _ sql: String, _ arguments: (any SQLConvertible)?..., decode: @escaping (any SQLRow) throws -> Void
    ) {
        let arguments = arguments.map(SQLValue.init)
        self.init({ (sql, arguments) }, decode: decode)
    }
}

/// The purpose of a row lock, if several transactions may change a database at once.
public enum RowLock: Sendable {
    /// The row does not change until the transaction ends.
    case shared
    /// The row is not deleted until the transaction ends.
    case reference
    /// Only this transaction changes the row and the rows that belong to it.
    case change
    /// This transaction deletes the row.
    case deletion
}

/// A lock that is not on a row.
public enum NamedLock: Sendable {
    /// Names of pages: new pages and renamed ones.
    case pageNames
    /// Names of operators, and whether any exist.
    case credentials
    /// Names of feeds.
    case feedNames
    /// The set of pictures and their total size.
    case pictures
}

/// A row of a result, valid only until the query moves to the next one.
public protocol SQLRow {
    /// The value of a column, from 0.
    subscript(column: Int) -> SQLValue { get }
}

/// Defaults for a database that runs statements one by one and in which one transaction writes at a time.
extension SQLTransaction {
    public func query(_ queries: [SQLQuery]) throws { for query in queries { try queryDeferred(query) } }

    public var sendsQueriesTogether: Bool { false }

    public func queryDeferred(_ query: SQLQuery) throws {
        guard let (sql, arguments) = try query.statement() else { return }
        try self.query(sql, arguments) { row in
            try query.decode(row)
            return true
        }
    }

    public func idReuseVersion() throws -> Int64? { nil }

    public var reservedIDs: ReservedIDs? { nil }
}

extension SQLTransaction {
    /// All rows of a result.
    func all<Value>(
        _ sql: String, _ arguments: (any SQLConvertible)?..., decode: (any SQLRow) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try query(sql, arguments.map(SQLValue.init)) { row in
            values.append(try decode(row))
            return true
        }
        return values
    }

    /// The first row of a result.
    func first<Value>(
        _ sql: String, _ arguments: (any SQLConvertible)?..., decode: (any SQLRow) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try query(sql, arguments.map(SQLValue.init)) { row in
            value = try decode(row)
            return false
        }
        return value
    }

    /// The number in the first column of the first row; nil if there is none.
    func number(_ sql: String, _ arguments: (any SQLConvertible)?...) throws -> Int64? {
        var value: Int64?
        try query(sql, arguments.map(SQLValue.init)) { row in
            value = try row.optionalID(0)
            return false
        }
        return value
    }

    /// Whether a query returns any row.
    func exists(_ sql: String, _ arguments: (any SQLConvertible)?...) throws -> Bool {
        var isThere = false
        try query(sql, arguments.map(SQLValue.init)) { _ in
            isThere = true
            return false
        }
        return isThere
    }

    /// Acquires a lock until the transaction ends. Other transactions wait for it.
    func lock(_ lock: NamedLock) throws {
        if let statement = dialect.taking(lock) { try query(statement, []) { _ in true } }
    }

    @discardableResult
    func run(_ sql: String, _ arguments: (any SQLConvertible)?...) throws -> Int {
        try execute(sql, arguments.map(SQLValue.init))
    }

    /// Runs a statement whose result is not needed: immediately, or together with the next one.
    func runLater(_ sql: String, _ arguments: (any SQLConvertible)?...) throws {
        try executeDeferred(sql, arguments.map(SQLValue.init))
    }

    /// Adds a row and returns its new id.
    ///
    /// - Parameter sql: a statement with `RETURNING`.
    func insert(_ sql: String, _ arguments: (any SQLConvertible)?...) throws -> Int64 {
        var id: Int64?
        try query(sql, arguments.map(SQLValue.init)) { row in
            id = try row.id(0)
            return false
        }
        guard let id else { throw SQLDecodingError.noNewRow }
        return id
    }
}
