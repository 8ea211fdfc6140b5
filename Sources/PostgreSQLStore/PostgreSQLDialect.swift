import SQLStore

extension SQLDialect {
    static let postgreSQL = SQLDialect(
        indexedBy: { _ in "" },
        reusesTreeIDs: false,
        isOneOf: { "\($0) = ANY (ARRAY(SELECT value::bigint FROM json_array_elements_text(\($1))))" },
        // The planner expects a third of all rows above an unknown bound, but few between two bounds.
        isRecent: { "AND \($0) >= \($1) AND \($0) <= \(Int64.max)" },
        nextID: { "nextval('\($0)_id_seq')" },
        nextIDs: "\(PostgreSQLTransaction.now), nextval('releases_id_seq')",
        elements: { "SELECT value FROM json_array_elements_text(\($0))" },
        numbers: { "SELECT value::bigint FROM json_array_elements_text(\($0))" },
        groupArray:
            "coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'role', g.role, 'pages', g.pages)), '[]')",
        bytes: { "convert_to(\($0)::text, 'UTF8')" },
        locking: PostgreSQLDialect.locking,
        lockingPage: { lock, alias in
            let end = PostgreSQLDialect.locking(lock, alias)
            guard lock == .change || lock == .deletion else { return end }
            // If several transactions wait for a row, all except the first wait twice: for the advisory lock, and for
            // the row. Each wait has the full timeout.
            return "AND (SELECT true FROM pg_advisory_xact_lock(\(PostgreSQLDialect.pageLocks), hashtext(?1))) \(end)"
        },
        taking: { "SELECT pg_advisory_xact_lock(\(PostgreSQLDialect.number($0)))" },
        // Row locks are not fair: FOR SHARE overtakes a waiting change.
        takingCredential: {
            "SELECT pg_advisory_xact_lock\($0 ? "_shared" : "")(\(PostgreSQLDialect.credentialLocks), hashtext(?1))"
        },
        insertingGrams:
            "INSERT INTO block_grams (version_id, grams) SELECT CAST(?1 AS bigint), string_to_array(?2, ' ')",
        matchingGrams: "SELECT version_id FROM block_grams WHERE grams @> string_to_array(?1, ' ')",
        engineExpiringTables: ["commits"])
}

enum PostgreSQLDialect {
    /// The numbers of advisory locks that all programs on a database use.
    static let migrationLock = 0x4842_4C4B_00
    static let auditLock = 0x4842_4C4B_01
    static let retentionLock = 0x4842_4C4B_04
    /// The first of two numbers; the second one identifies the credential.
    fileprivate static let credentialLocks = 0x4842_4C4B
    /// The first of two numbers; the second one identifies the page.
    fileprivate static let pageLocks = 0x4842_4C4C

    fileprivate static func locking(_ lock: RowLock, _ alias: String) -> String { "FOR \(strength(lock)) OF \(alias)" }

    fileprivate static func number(_ lock: NamedLock) -> Int {
        switch lock {
        case .pageNames: 0x4842_4C4B_02
        case .credentials: 0x4842_4C4B_03
        case .feedNames: 0x4842_4C4B_05
        case .pictures: 0x4842_4C4B_06
        }
    }

    fileprivate static func strength(_ lock: RowLock) -> String {
        switch lock {
        case .shared: "SHARE"
        case .reference: "KEY SHARE"
        // References to the row do not wait for it, so that pages that take over each other do not deadlock.
        case .change: "NO KEY UPDATE"
        case .deletion: "UPDATE"
        }
    }

    /// The statement with parameters in the server's syntax: $1 instead of ?1. No statement has a question mark in a
    /// string literal.
    static func numbered(_ sql: String) -> String { sql.replacing("?", with: "$") }
}

/// The value of a parameter as it is sent. The server infers its type from the statement.
struct PostgreSQLArgument {
    /// nil for NULL.
    let bytes: [UInt8]?
    /// Also true for texts: binary ones may have any length and bytes, and the server rejects those that it cannot
    /// store.
    let isBinary: Bool

    init(_ value: SQLValue) {
        switch value {
        case .null: (bytes, isBinary) = (nil, false)
        case .integer(let number): (bytes, isBinary) = (Array("\(number)".utf8) + [0], false)
        case .text(let text): (bytes, isBinary) = (Array(text.utf8), true)
        case .blob(let blob): (bytes, isBinary) = (blob, true)
        }
    }

    /// Passes a pointer to each argument's bytes.
    static func withPointers<Value>(
        to arguments: [PostgreSQLArgument], _ body: ([UnsafePointer<CChar>?]) -> Value
    ) -> Value {
        // An empty value also needs a pointer: without one, it would be NULL.
        let all = arguments.compactMap(\.bytes).joined() + [0]
        return all.withUnsafeBytes { buffer in
            var offset = 0
            let pointers = arguments.map { argument -> UnsafePointer<CChar>? in
                guard let bytes = argument.bytes, let base = buffer.baseAddress else { return nil }
                defer { offset += bytes.count }
                return (base + offset).assumingMemoryBound(to: CChar.self)
            }
            return body(pointers)
        }
    }
}
