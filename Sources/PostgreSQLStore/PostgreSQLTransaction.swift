import Foundation
import Publishing
import SQLStore

/// A transaction on a connection. To save round trips, its BEGIN is sent with its first statement, and its audit lines
/// are sent with its COMMIT.
final class PostgreSQLTransaction: SQLTransaction {
    private let connection: PostgreSQLConnection
    private let clock: PublishingClock?
    private let deadline: ContinuousClock.Instant
    private var isOver = false
    /// Whether it ends with the first message.
    private let isShort: Bool

    /// A short transaction was used again after its end.
    struct IsOver: Error {}

    /// The statements that have not been sent yet.
    private var beginning: [PostgreSQLMessage]
    private var deferred: [(message: PostgreSQLMessage, decode: ((any SQLRow) throws -> Void)?)] = []
    private var auditLines: [PostgreSQLMessage] = []
    /// Whether other programs follow any of its audit lines.
    private(set) var isFollowed = false
    /// The id that shows whether it was committed. Its audit lines contain it too.
    private let id: String

    let reservedIDs: ReservedIDs?

    /// - Parameters:
    ///   - id: the id that shows whether it was committed; empty if there is none.
    ///   - clock: the clock that dates changes; nil for the server's clock.
    init(
        _ connection: PostgreSQLConnection, beginning: [PostgreSQLMessage], id: String = "", isShort: Bool = false,
        clock: PublishingClock?, ids: ReservedIDs? = nil, until deadline: ContinuousClock.Instant
    ) {
        self.isShort = isShort
        reservedIDs = ids
        ids?.begin(connection.idVersion?())
        self.id = id
        self.connection = connection
        self.beginning = beginning
        self.clock = clock
        self.deadline = deadline
    }

    static let reading = [PostgreSQLMessage("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")]

    /// - Parameter commit: the id that shows whether the transaction was committed.
    static func writing(_ commit: UUID) -> [PostgreSQLMessage] {
        let id = withUnsafeBytes(of: commit.uuid) { Array($0) }
        return [
            PostgreSQLMessage("BEGIN ISOLATION LEVEL READ COMMITTED"),
            // If the same transaction is still running on a lost connection, this waits for its end.
            PostgreSQLMessage(
                "INSERT INTO commits (id, created_at) VALUES (?1, \(now)) ON CONFLICT DO NOTHING", [.blob(id)]),
        ]
    }

    /// The database's time in milliseconds.
    static let now = "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)"

    // MARK: Statements

    var dialect: SQLDialect { .postgreSQL }

    var programTime: Instant? { clock?.now }

    func now() throws -> Instant {
        if let programTime { return programTime }
        let result = try send(PostgreSQLMessage("SELECT \(Self.now)"))
        return try result.row(0).instant(0)
    }

    func query(_ sql: String, _ arguments: [SQLValue], _ body: (any SQLRow) throws -> Bool) throws {
        let result = try send(PostgreSQLMessage(sql, arguments))
        for number in 0..<result.rowCount {
            guard try body(result.row(number)) else { return }
        }
    }

    func execute(_ sql: String, _ arguments: [SQLValue]) throws -> Int {
        try send(PostgreSQLMessage(sql, arguments)).changedRows
    }

    func executeDeferred(_ sql: String, _ arguments: [SQLValue]) throws {
        deferred.append((PostgreSQLMessage(sql, arguments), nil))
    }

    var sendsQueriesTogether: Bool { true }

    func query(_ queries: [SQLQuery]) throws {
        let messages = try queries.compactMap { query in
            try query.statement().map { (PostgreSQLMessage($0.sql, $0.arguments), query.decode) }
        }
        if messages.isEmpty { return }
        let results = try send(messages.map(\.0))
        for ((_, decode), result) in zip(messages, results) { try result.forEachRow(decode) }
    }

    func queryDeferred(_ query: SQLQuery) throws {
        guard let (sql, arguments) = try query.statement() else { return }
        deferred.append((PostgreSQLMessage(sql, arguments), query.decode))
    }

    /// A server that was promoted or has crashed may reuse ids.
    func idReuseVersion() -> Int64? { connection.idVersion?() }

    func executeAudit(_ sql: String, _ arguments: [SQLValue], isFollowed isLineFollowed: Bool) throws {
        auditLines.append(PostgreSQLMessage(sql, arguments))
        isFollowed = isFollowed || isLineFollowed
    }

    func attempt(_ body: () throws -> Void) throws -> (any Error)? {
        // The first part is the whole transaction so far, so it needs no savepoint.
        if !beginning.isEmpty {
            try body()
            return nil
        }
        let (lines, wasFollowed) = (auditLines.count, isFollowed)
        try executeDeferred("SAVEPOINT part", [])
        do {
            try body()
            try executeDeferred("RELEASE SAVEPOINT part", [])
            return nil
        } catch  where !(error is PostgreSQLError) {
            auditLines.removeSubrange(lines...)
            isFollowed = wasFollowed
            try executeDeferred("ROLLBACK TO SAVEPOINT part", [])
            return error
        }
    }

    private func send(_ message: PostgreSQLMessage) throws -> PostgreSQLResult {
        guard let result = try send([message]).last else { throw PostgreSQLError.lost("a statement has no result") }
        return result
    }

    /// Sends messages after the deferred ones.
    ///
    /// - Returns: the results of these messages.
    private func send(_ messages: [PostgreSQLMessage]) throws -> ArraySlice<PostgreSQLResult> {
        if isOver { throw IsOver() }
        let (begun, waiting) = (beginning, deferred)
        (beginning, deferred) = ([], [])
        let end = isShort ? [PostgreSQLMessage("COMMIT")] : []
        let results = try connection.run(begun + waiting.map(\.message) + messages + end, until: deadline)
        isOver = isShort
        for (query, result) in zip(waiting, results.dropFirst(begun.count)) {
            if let decode = query.decode { try result.forEachRow(decode) }
        }
        return results.dropFirst(begun.count + waiting.count).dropLast(end.count)
    }

    // MARK: Beginning and end

    /// Begins the transaction without a first statement, if a transaction with its id may still be running on a lost
    /// connection, and waits for the end of that one.
    ///
    /// - Returns: whether that one was committed.
    func wasCommitted() throws -> Bool {
        let messages = beginning
        beginning = []
        while true {
            do {
                return try connection.run(messages, until: deadline).last?.changedRows == 0
            } catch PostgreSQLError.server(PostgreSQLError.lockTimeout, _) {
                // The server ends an idle transaction, but only later.
                _ = try connection.run("ROLLBACK", until: deadline)
            }
        }
    }

    /// Commits, with the audit lines as the last statements: a followed line gets its id when no line with a lower id
    /// can still become visible later.
    func commit() throws {
        var messages: [PostgreSQLMessage] = []
        if isFollowed { messages.append(PostgreSQLMessage(Self.ordering, [.text(id)])) }
        messages += auditLines
        if isFollowed { messages.append(PostgreSQLMessage("SELECT pg_notify('\(ChangeListener.channel)', '')")) }
        messages.append(PostgreSQLMessage("COMMIT"))
        _ = try send(messages)
        isOver = true
    }

    /// Orders the audit lines after all that are or become visible earlier, and sets the transaction's id for them.
    private static let ordering =
        "SELECT pg_advisory_xact_lock(\(PostgreSQLDialect.auditLock)), set_config('homeblocks.commit', ?1, true)"

    /// Rolls back the transaction, if it was not committed and the connection is still usable.
    func rollBack() {
        guard connection.isUsable, beginning.isEmpty, !isOver else { return }
        // A connection on which this fails is not used again.
        _ = try? connection.run("ROLLBACK", until: deadline)
    }
}
