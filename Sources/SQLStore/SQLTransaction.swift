public import Publishing

/// A connection within a transaction. It is used on one thread at a time and never outside the transaction.
///
/// Statements are written in the SQL that all engines share, with the parameters ?1, ?2, …; where engines differ, a
/// statement takes a fragment of ``dialect``. Engines prepare a statement once and find it by its text, so that a text
/// must not contain values.
public protocol SQLTransaction {
    var dialect: SQLDialect { get }

    /// Reads the clock that dates changes. A change asks for it once, after it has locked its page, so that the changes
    /// of a page are dated in their order.
    func now() throws -> Instant

    /// The time of the program's clock, where that dates changes; nil where the database's does.
    var programTime: Instant? { get }

    /// Runs a statement and passes each row of its result, until the body returns false.
    ///
    /// - Parameter body: may run other statements, but not the same one again.
    func query(_ sql: String, _ arguments: [SQLValue], _ body: (any SQLRow) throws -> Bool) throws

    /// Runs queries: one by one, or all in one message to a server, so that none of them can depend on what another one
    /// finds.
    func query(_ queries: [SQLQuery]) throws

    /// Whether queries are sent in one message.
    var sendsQueriesTogether: Bool { get }

    /// Runs a query in its turn together with the next one, or at once. Its rows may be passed only when the transaction
    /// is committed.
    func queryDeferred(_ query: SQLQuery) throws

    /// A number that is another one once ids may be used again that this program knows: once other programs have changed a
    /// file, or another server has taken the place of one.
    func foreignVersion() throws -> Int64?

    /// Ids that no other transaction uses; nil where the table says which one is next.
    var reservedIDs: ReservedIDs? { get }

    /// Runs a statement that has no result.
    ///
    /// - Returns: how many rows it changed.
    @discardableResult
    func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int

    /// Runs a statement whose result nobody needs: at once, or in its turn together with the next one, so that it costs no
    /// time of its own on the network.
    func executeDeferred(_ sql: String, _ arguments: [SQLValue]) throws

    /// Runs a part of the transaction. If it fails, what it did is undone, and the rest of the transaction stays.
    ///
    /// - Throws: an error after which nothing of the transaction is left.
    /// - Returns: why it failed; nil if it did not.
    func attempt(_ body: () throws -> Void) throws -> (any Error)?

    /// Runs a statement that adds a line to the audit log: at once, or as one of the last of the transaction, so that
    /// lines that are followed get their ids in the order in which they become visible.
    ///
    /// - Parameter isFollowed: whether other programs and readers of events must learn of the line.
    func executeAudit(_ sql: String, _ arguments: [SQLValue], isFollowed: Bool) throws
}

/// A query that is run together with others.
public struct SQLQuery {
    /// The statement. Where queries are run one after the other, it may use what those before it have found; nil if they
    /// have found that it is not needed.
    public let statement: () throws -> (sql: String, arguments: [SQLValue])?
    /// Is passed each row.
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

/// What a transaction locks a row for, where several transactions may change a database at once.
public enum RowLock: Sendable {
    /// The row stays as it is until the transaction ends.
    case shared
    /// The row stays there until the transaction ends.
    case reference
    /// This transaction alone changes the row and what belongs to it.
    case change
    /// This transaction deletes the row.
    case deletion
}

/// What a transaction locks that is no row.
public enum NamedLock: Sendable {
    /// Names of pages: new pages and renamed ones.
    case pageNames
    /// Names of operators, and whether there is one.
    case credentials
    /// Names of feeds.
    case feedNames
    /// The pictures: which there are, and how many bytes they have together.
    case pictures
}

/// A row of a result, as long as the query stands at it.
public protocol SQLRow {
    /// The value of a column, from 0.
    subscript(column: Int) -> SQLValue { get }
}

/// A database whose statements are run one by one, and in which one transaction writes at a time.
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

    public func foreignVersion() throws -> Int64? { nil }

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

    /// Whether a query has any row.
    func exists(_ sql: String, _ arguments: (any SQLConvertible)?...) throws -> Bool {
        var isThere = false
        try query(sql, arguments.map(SQLValue.init)) { _ in
            isThere = true
            return false
        }
        return isThere
    }

    /// Has other transactions that ask for a lock wait until this one ends.
    func lock(_ lock: NamedLock) throws {
        if let statement = dialect.taking(lock) { try query(statement, []) { _ in true } }
    }

    @discardableResult
    func run(_ sql: String, _ arguments: (any SQLConvertible)?...) throws -> Int {
        try execute(sql, arguments.map(SQLValue.init))
    }

    /// Runs a statement whose result nobody needs: at once, or together with the next one.
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
