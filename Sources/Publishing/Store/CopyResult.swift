/// The contents of a copy of a database.
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

/// The progress of a copy.
public struct CopyProgress: Sendable {
    public enum Phase: Sendable {
        /// Rows are added to the target.
        case copying
        /// The target's rows are read again.
        case comparing
    }

    public let phase: Phase
    public let table: String
    /// How many rows of the table are done, of how many in total.
    public let rows: Int
    public let total: Int

    public init(phase: Phase, table: String, rows: Int, total: Int) {
        self.phase = phase
        self.table = table
        self.rows = rows
        self.total = total
    }
}

/// Why a copy differs from its source. Nothing of the copy was kept.
public enum CopyFailure: Error, Sendable, Equatable {
    /// The rows of a table differ.
    case different(table: String)
    /// The exports of a live page differ.
    case differentExport(page: String)
    /// The content of the block version with an id does not match its stored hash.
    case damaged(blockVersion: Int64)
}
