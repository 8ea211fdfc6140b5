/// A table of which a copy contains all or some rows.
public struct CopiedTable: Sendable {
    public let name: String
    /// All columns, those of the primary key first.
    let columns: [String]
    let keyCount: Int
    /// The condition for the copied rows; nil for all rows.
    let condition: String?
    /// Whether an engine may assign ids to new rows.
    let hasID: Bool
    /// Whether rows may be so large that they are read one at a time.
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

    /// All tables, each after those that it refers to, except sessions and tables that only one engine has.
    public static let all: [CopiedTable] = [
        CopiedTable(
            "pages", key: ["id"],
            ["slug", "title", "client", "approvals", "reviewed_since", "created_at", "created_by"],
            hasID: true),
        CopiedTable(
            "block_versions", key: ["id"],
            ["page_id", "block_code", "show_type", "resource", "hash", "created_at", "created_by", "bytes"],
            hasID: true),
        CopiedTable("trees", key: ["id"], ["page_id", "data"], hasID: true),
        // Before the revisions: a tree that a revision refers to accepts no more entries.
        CopiedTable("subtrees", key: ["id"], [], hasID: true),
        CopiedTable(
            "subtree_entries", key: ["subtree_id", "block_code"], ["version_id", "since", "changed_by", "changed_at"]),
        CopiedTable("tree_subtrees", key: ["tree_id", "number"], ["subtree_id"]),
        CopiedTable("orders", key: ["id"], ["page_id", "since", "codes", "created_at", "created_by"], hasID: true),
        // A parent has a lower number.
        CopiedTable(
            "revisions", key: ["page_id", "number"],
            ["parent", "order_id", "tree_id", "cause", "message", "created_at", "created_by"]),
        // A release has a higher id than its origin.
        CopiedTable(
            "releases", key: ["id"],
            [
                "page_id", "revision", "at", "scheduled", "message", "created_at", "created_by", "cancelled_at",
                "cancelled_by", "origin", "base", "superseded", "authors", "held_at",
            ], hasID: true),
        CopiedTable(
            "drafts", key: ["page_id"], ["revision", "base", "updated_at", "updated_by", "conflicts", "authors"]),
        CopiedTable("reviews", key: ["page_id"], ["requested_by", "requested_at", "message", "whom", "plan"]),
        CopiedTable(
            "approvals", key: ["id"],
            ["page_id", "state", "kind", "person", "by", "at", "message", "revision", "link"],
            hasID: true),
        // Cancelled ones first: SQLite rejects any insert that overlaps a takeover that is not cancelled.
        takeovers(where: "cancelled_at IS NOT NULL"), takeovers(where: "cancelled_at IS NULL"),
        CopiedTable(
            "preview_links", key: ["id"],
            [
                "page_id", "slug", "secret", "revision", "release_id", "client", "at", "ends_at", "label", "created_at",
                "created_by", "revoked_at", "revoked_by", "uses", "last_used_at", "approver",
            ], hasID: true),
        CopiedTable(
            "audiences", key: ["name"],
            ["title", "conditions", "created_at", "created_by", "changed_at", "changed_by"]),
        CopiedTable(
            "credentials", key: ["id"],
            [
                "kind", "name", "person", "role", "pages", "secret", "created_at", "created_by", "expires_at",
                "last_used_at",
                "revoked_at",
            ]),
        CopiedTable("operator_groups", key: ["id"], ["name", "role", "pages"]),
        CopiedTable("group_members", key: ["operator", "group_id"], []),
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

    /// The distinct table names of ``all``.
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

    /// A query for the number of rows.
    var count: String { "SELECT count(*) FROM \(name)\(condition.map { " WHERE \($0)" } ?? "")" }

    /// A query for the first ?1 rows, or for the first ?1 rows after the one with the key ?2, ….
    func page(isFirst: Bool) -> String {
        let key = columns.prefix(keyCount).joined(separator: ", ")
        let parameters = (0..<keyCount).map { "?\($0 + 2)" }.joined(separator: ", ")
        let conditions = [condition, isFirst ? nil : "(\(key)) > (\(parameters))"].compactMap(\.self)
        let filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
        return "SELECT \(columns.joined(separator: ", ")) FROM \(name)\(filter) ORDER BY \(key) LIMIT ?1"
    }

    /// A statement that inserts rows. Its parameters are the values of all rows in order.
    func insert(rows: Int) -> String {
        let values = (0..<rows).map { row in
            let parameters = columns.indices.map { "?\(row * columns.count + $0 + 1)" }
            return "(\(parameters.joined(separator: ", ")))"
        }
        return "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES \(values.joined(separator: ", "))"
    }
}

/// Reads a table page by page, because an engine may hold the whole result of a query in memory.
struct TableReader {
    private let table: CopiedTable
    private let database: any SQLTransaction
    private var lastKey: ArraySlice<SQLValue> = []
    private var limit: Int

    /// The maximum number of rows of a page, and its approximate size in bytes.
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
    /// The approximate size in bytes.
    fileprivate var byteCount: Int {
        switch self {
        case .null: 1
        case .integer: 8
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }
}
