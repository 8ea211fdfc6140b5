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
    private let ids = Mutex<[NumberedTable: [Int64]]>([:])

    /// How many are taken at once, and from how few on: a change with 20 planned releases adds as many trees.
    private static let count = 64
    private static let minimum = 48

    public init() {}

    /// Lower ids first: rows that are added later have higher ones.
    func take(_ table: NumberedTable) -> Int64? {
        ids.withLock { ids in ids[table, default: []].isEmpty ? nil : ids[table]?.removeFirst() }
    }

    /// Queries that reserve more where few are left.
    func queries() -> [SQLQuery] {
        let low = ids.withLock { ids in NumberedTable.allCases.filter { ids[$0, default: []].count < Self.minimum } }
        return low.map(query)
    }

    /// A query that reserves more.
    func query(_ table: NumberedTable) -> SQLQuery {
        SQLQuery("SELECT nextval('\(table.rawValue)_id_seq') FROM generate_series(1, \(Self.count))") { row in
            let id = try row.id(0)
            self.ids.withLock { $0[table, default: []].append(id) }
        }
    }
}

/// The ids of rows that a transaction adds.
struct NewIDs {
    /// The next ones, where only one transaction writes at a time.
    private var next: [NumberedTable: Int64] = [:]

    /// - Parameters:
    ///   - row: a row of ``SQLDialect/nextIDs``.
    ///   - column: the column of the first id behind that of releases.
    init(_ row: any SQLRow, from column: Int, in database: any SQLDatabase) throws {
        guard database.reservedIDs == nil else { return }
        for (index, table) in NumberedTable.allCases.enumerated() { next[table] = try row.id(column + index) }
    }

    mutating func take(_ table: NumberedTable, _ database: any SQLDatabase) throws -> Int64 {
        if let id = next[table] {
            next[table] = id + 1
            return id
        }
        guard let reserved = database.reservedIDs else { throw SQLDecodingError.noNewRow }
        while true {
            if let id = reserved.take(table) { return id }
            try database.query([reserved.query(table)])
        }
    }
}
