/// What a copy of a database has.
public struct CopyResult: Sendable {
    /// How many rows each table has.
    public let rows: [(table: String, count: Int)]
    /// The pages by slug, each with its live revision.
    public let pages: [(slug: String, revision: Int?)]

    public init(rows: [(table: String, count: Int)], pages: [(slug: String, revision: Int?)]) {
        self.rows = rows
        self.pages = pages
    }
}

/// How far a copy is.
public struct CopyProgress: Sendable {
    public enum Phase: Sendable {
        /// Rows are added to the target.
        case copying
        /// The target's rows are read again.
        case comparing
    }

    public let phase: Phase
    public let table: String
    /// How many rows of the table are done, and how many there are.
    public let rows: Int
    public let total: Int

    public init(phase: Phase, table: String, rows: Int, total: Int) {
        self.phase = phase
        self.table = table
        self.rows = rows
        self.total = total
    }
}

/// Why a copy is not what its source is. Nothing of it was kept.
public enum CopyFailure: Error, Sendable, Equatable {
    /// The rows of a table are not the same in both.
    case different(table: String)
    /// A live page is not the same in both.
    case differentExport(page: String)
    /// The content of the block version of an id does not have the hash that is stored with it.
    case damaged(blockVersion: Int64)
}
