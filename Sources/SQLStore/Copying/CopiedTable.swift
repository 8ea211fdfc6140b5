/// A table that a copy of a database has, or some of its rows.
public struct CopiedTable: Sendable {
    public let name: String
    /// All columns, first those of the primary key.
    let columns: [String]
    let keyCount: Int
    /// Which rows these are; nil for all.
    let condition: String?
    /// Whether an engine may number new rows.
    let hasID: Bool
    /// Whether a row may have so many bytes that each is read by itself.
    let hasLargeRows: Bool

    private init(
        _ name: String, key: [String], _ columns: [String], hasID: Bool = false, hasLargeRows: Bool = false,
        where condition: String? = nil
    ) {
        self.name = name
        self.columns = key + columns
        keyCount = key.count
        self.hasID = hasID
        self.hasLargeRows = hasLargeRows
        self.condition = condition
    }

    /// All tables, each after those that it refers to. Left out are sessions, and what only one engine has.
    public static let all: [CopiedTable] = [
        CopiedTable("pages", key: ["id"], ["slug", "title", "client", "created_at", "created_by"], hasID: true),
        CopiedTable(
            "block_versions", key: ["id"],
            ["page_id", "block_code", "show_type", "resource", "hash", "created_at", "created_by", "bytes"],
            hasID: true),
        CopiedTable("trees", key: ["id"], ["page_id", "data"], hasID: true),
        // Before the revisions: a tree that a revision has takes no more entries.
        CopiedTable("subtrees", key: ["id"], [], hasID: true),
        CopiedTable(
            "subtree_entries", key: ["subtree_id", "block_code"], ["version_id", "since", "changed_by", "changed_at"]),
        CopiedTable("tree_subtrees", key: ["tree_id", "number"], ["subtree_id"]),
        CopiedTable("orders", key: ["id"], ["page_id", "since", "codes", "created_at", "created_by"], hasID: true),
        // A parent has a lower number.
        CopiedTable(
            "revisions", key: ["page_id", "number"],
            ["parent", "order_id", "tree_id", "cause", "message", "created_at", "created_by"]),
        // A release has a higher id than the one that it follows.
        CopiedTable(
            "releases", key: ["id"],
            [
                "page_id", "revision", "at", "scheduled", "message", "created_at", "created_by", "cancelled_at",
                "cancelled_by", "origin", "base", "superseded",
            ], hasID: true),
        CopiedTable("drafts", key: ["page_id"], ["revision", "base", "updated_at", "updated_by", "conflicts"]),
        // A takeover is compared with those before it, though it was cancelled itself.
        takeovers(where: "cancelled_at IS NOT NULL"), takeovers(where: "cancelled_at IS NULL"),
        CopiedTable(
            "audiences", key: ["name"],
            ["title", "conditions", "created_at", "created_by", "changed_at", "changed_by"]),
        CopiedTable(
            "credentials", key: ["id"],
            [
                "kind", "name", "role", "secret", "created_at", "created_by", "expires_at", "last_used_at",
                "revoked_at",
            ]),
        CopiedTable(
            "audit", key: ["id"],
            ["at", "actor", "credential", "action", "outcome", "page", "subject", "before", "after", "request_id"],
            hasID: true),
        CopiedTable(
            "feeds", key: ["id"],
            [
                "name", "definition", "revision", "changed_at", "changed_by", "version", "etag", "layouts",
                "card_count",
                "listed_at", "confirmed_at", "failures", "problem", "due_at", "claim", "claimed_until",
            ], hasID: true),
        CopiedTable("feed_lists", key: ["feed_id"], ["cards", "hash"]),
        CopiedTable(
            "feed_log", key: ["id"],
            [
                "feed_id", "at", "outcome", "status", "cards", "faults", "fault_count", "problem", "milliseconds",
                "requested_by",
            ], hasID: true),
        CopiedTable(
            "pictures", key: ["id"],
            [
                "hash", "format", "width", "height", "animated", "bytes", "name", "alt", "tags", "search", "created_at",
                "created_by", "changed_at", "changed_by", "uploaded_at",
            ], hasID: true),
        CopiedTable("picture_contents", key: ["picture_id"], ["content"], hasLargeRows: true),
        CopiedTable("block_version_pictures", key: ["version_id", "picture"], []),
        CopiedTable("tree_pictures", key: ["tree_id", "picture"], []),
        CopiedTable("idempotency", key: ["credential", "key"], ["fingerprint", "answer", "created_at"]),
    ]

    /// The name of each table of ``all`` once.
    public static let names = all.map(\.name).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }

    private static func takeovers(where condition: String) -> CopiedTable {
        CopiedTable(
            "takeovers", key: ["id"],
            [
                "page_id", "shown_page_id", "begins_at", "ends_at", "message", "created_at", "created_by",
                "cancelled_at", "cancelled_by", "changed_at", "changed_by",
            ], hasID: true, where: condition)
    }

    // MARK: Statements

    /// How many rows there are.
    var count: String { "SELECT count(*) FROM \(name)\(condition.map { " WHERE \($0)" } ?? "")" }

    /// The first ?1 rows, or those after the row whose key is ?2, ….
    func page(isFirst: Bool) -> String {
        let key = columns.prefix(keyCount).joined(separator: ", ")
        let parameters = (0..<keyCount).map { "?\($0 + 2)" }.joined(separator: ", ")
        let conditions = [condition, isFirst ? nil : "(\(key)) > (\(parameters))"].compactMap(\.self)
        let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
        return "SELECT \(columns.joined(separator: ", ")) FROM \(name)\(filter) ORDER BY \(key) LIMIT ?1"
    }

    /// A statement that adds rows, whose values are the parameters one after the other.
    func insert(rows: Int) -> String {
        let values = (0..<rows).map { row in
            let parameters = columns.indices.map { "?\(row * columns.count + $0 + 1)" }
            return "(\(parameters.joined(separator: ", ")))"
        }
        return "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES \(values.joined(separator: ", "))"
    }
}

/// Reads a table from its first row to its last one, some rows at a time: an engine may hold the result of a query in
/// memory.
struct TableReader {
    private let table: CopiedTable
    private let database: any SQLTransaction
    private var lastKey: ArraySlice<SQLValue> = []
    private var limit: Int

    /// The most rows of a page, and how many bytes a page should have about.
    private static let maximumRows = 1000
    private static let pageBytes = 4 << 20

    init(_ table: CopiedTable, in database: any SQLTransaction) {
        self.table = table
        self.database = database
        limit = table.hasLargeRows ? 1 : 16
    }

    /// Returns the next rows, with the values of all columns; none after the last one.
    mutating func next() throws -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        var bytes = 1
        try database.query(table.page(isFirst: lastKey.isEmpty), [.integer(Int64(limit))] + lastKey) { row in
            let values = table.columns.indices.map { row[$0] }
            bytes += values.reduce(0) { $0 + $1.byteCount }
            rows.append(values)
            return true
        }
        if let last = rows.last {
            lastKey = last.prefix(table.keyCount)
            if !table.hasLargeRows { limit = max(1, min(Self.maximumRows, rows.count * Self.pageBytes / bytes)) }
        }
        return rows
    }
}

extension SQLValue {
    /// About how many bytes it takes.
    fileprivate var byteCount: Int {
        switch self {
        case .null: 1
        case .integer: 8
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }
}
