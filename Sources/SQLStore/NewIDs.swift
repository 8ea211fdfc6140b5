import Publishing
import Synchronization

/// A table whose row ids a change assigns before it writes the rows.
public enum NumberedTable: String, Sendable, CaseIterable {
    case orders
    case trees
    case subtrees
    case versions = "block_versions"
}

/// Ids that this program has reserved in the database for new rows. No other program uses them; some may never be used.
public final class ReservedIDs: Sendable {
    private let state = Mutex<(ids: [NumberedTable: [Int64]], version: Int64?)>(([:], nil))

    /// The number of ids to reserve at once, and the number of remaining ids below which more are reserved: a change
    /// with 20 planned releases adds 20 trees.
    private static let count = 64
    private static let minimum = 48

    public init() {}

    /// Discards ids that were reserved under another version, see ``SQLTransaction/idReuseVersion()``.
    public func begin(_ version: Int64?) {
        state.withLock { state in if state.version != version { state = ([:], version) } }
    }

    /// Returns the lowest reserved id, so that rows that are added later have higher ids.
    ///
    /// - Parameter version: the version of the transaction.
    func take(_ table: NumberedTable, _ version: Int64?) -> Int64? {
        state.withLock { state in
            guard state.version == version, state.ids[table]?.isEmpty == false else { return nil }
            return state.ids[table]?.removeFirst()
        }
    }

    /// Queries that reserve more ids for tables that have few left.
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
    /// The next ids, if only one transaction writes at a time.
    private var next: [NumberedTable: Int64] = [:]
    private let version: Int64?

    /// - Parameters:
    ///   - row: a row of ``SQLDialect/nextIDs``.
    ///   - column: the column of the first id after that of releases.
    init(_ row: any SQLRow, from column: Int, in database: any SQLTransaction) throws {
        guard database.reservedIDs == nil else {
            version = try database.idReuseVersion()
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
