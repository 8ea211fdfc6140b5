import Publishing
import Synchronization

/// A table whose rows have numbers that a change assigns before it writes them.
public enum NumberedTable: String, Sendable, CaseIterable {
    case orders
    case trees
    case subtrees
    case versions = "block_versions"
}

/// Ids that a program has taken from the database for rows that it will add. Nobody else uses them; it does not matter if
/// some are never used.
public final class ReservedIDs: Sendable {
    private let state = Mutex<(ids: [NumberedTable: [Int64]], version: Int64?)>(([:], nil))

    /// How many are taken at once, and from how few on: a change with 20 planned releases adds as many trees.
    private static let count = 64
    private static let minimum = 48

    public init() {}

    /// Forgets what was taken under another version, see ``SQLTransaction/foreignVersion()``.
    public func begin(_ version: Int64?) {
        state.withLock { state in if state.version != version { state = ([:], version) } }
    }

    /// Lower ids first: rows that are added later have higher ones.
    ///
    /// - Parameter version: of the transaction.
    func take(_ table: NumberedTable, _ version: Int64?) -> Int64? {
        state.withLock { state in
            guard state.version == version, state.ids[table]?.isEmpty == false else { return nil }
            return state.ids[table]?.removeFirst()
        }
    }

    /// Queries that reserve more where few are left.
    func queries(_ version: Int64?) -> [SQLQuery] {
        let low = state.withLock { state in
            NumberedTable.allCases.filter { state.ids[$0, default: []].count < Self.minimum }
        }
        return low.map { table in
            SQLQuery("SELECT nextval('\(table.rawValue)_id_seq') FROM generate_series(1, \(Self.count))") { row in
                let id = try row.id(0)
                self.state.withLock { state in
                    if state.version == version { state.ids[table, default: []].append(id) }
                }
            }
        }
    }
}

/// The ids of rows that a transaction adds.
struct NewIDs {
    /// The next ones, where only one transaction writes at a time.
    private var next: [NumberedTable: Int64] = [:]
    private let version: Int64?

    /// - Parameters:
    ///   - row: a row of ``SQLDialect/nextIDs``.
    ///   - column: the column of the first id behind that of releases.
    init(_ row: any SQLRow, from column: Int, in database: any SQLTransaction) throws {
        guard database.reservedIDs == nil else {
            version = try database.foreignVersion()
            return
        }
        version = nil
        for (index, table) in NumberedTable.allCases.enumerated() { next[table] = try row.id(column + index) }
    }

    mutating func take(_ table: NumberedTable, _ database: any SQLTransaction) throws -> Int64 {
        if let id = next[table] {
            next[table] = id + 1
            return id
        }
        if let id = database.reservedIDs?.take(table, version) { return id }
        guard let id = try database.number("SELECT \(database.dialect.nextID(table.rawValue))") else {
            throw SQLDecodingError.noNewRow
        }
        return id
    }
}
