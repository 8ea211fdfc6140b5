import HomeBlocks
import Publishing

/// Rows of `audit`, to which rows are only added.
extension SQLTransaction {
    func append(_ entry: AuditEntry, at now: Instant) throws {
        let isFollowed = entry.outcome == .done && entry.action != AuditEntry.sessionBegin
        let values: [(any SQLConvertible)?] = [
            now, entry.actor, entry.credential, entry.action, entry.outcome.rawValue, entry.page, entry.subject,
            entry.before, entry.after, entry.requestID,
        ]
        try executeAudit(
            """
            INSERT INTO audit (at, actor, credential, action, outcome, page, subject, before, after, request_id)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """, values.map(SQLValue.init), isFollowed: isFollowed)
    }

    /// The newest lines that match a filter, before a given line.
    func auditRecords(_ filter: AuditFilter, before id: Int64?, limit: Int) throws -> [AuditRecord] {
        let conditions: [(String, (any SQLConvertible)?)] = [
            ("page =", filter.page), ("actor =", filter.actor), ("action =", filter.action),
            ("outcome =", filter.outcome?.rawValue), ("at >=", filter.from), ("at <", filter.until), ("id <", id),
        ]
        let wanted = conditions.filter { $0.1 != nil }
        let clauses = wanted.enumerated().map { "\($1.0) ?\($0 + 1)" }.joined(separator: " AND ")
        var records: [AuditRecord] = []
        try query(
            """
            SELECT id, at, actor, credential, action, outcome, page, subject, before, after, request_id FROM audit
            \(wanted.isEmpty ? "" : "WHERE \(clauses)") ORDER BY id DESC LIMIT ?\(wanted.count + 1)
            """, wanted.map { SQLValue($0.1) } + [.integer(Int64(limit))]
        ) { row in
            records.append(try AuditRecord(row))
            return true
        }
        return records
    }

    /// The changes of pages after a line, the oldest first.
    func events(after id: Int64, limit: Int) throws -> [PageEvent] {
        try all(
            """
            SELECT id, at, actor, action, page, subject, request_id FROM audit
            WHERE id > ?1 AND page IS NOT NULL AND outcome = 'done' ORDER BY id LIMIT ?2
            """, id, limit
        ) { row in
            PageEvent(
                id: try row.id(0), at: try row.instant(1), actor: try row.text(2), action: try row.text(3),
                page: try row.text(4), subject: try row.optionalText(5), requestID: try row.text(6))
        }
    }

    /// The id of the newest line that other programs follow; 0 if there is none.
    func lastFollowedLine() throws -> Int64 {
        try number("SELECT max(id) FROM audit WHERE \(SQLDialect.followedLines)") ?? 0
    }

    /// The id of the newest change of a page; 0 if there is none. Other lines may become visible before an event with a
    /// lower id.
    func lastEvent() throws -> Int64 {
        try number("SELECT id FROM audit WHERE page IS NOT NULL AND outcome = 'done' ORDER BY id DESC LIMIT 1") ?? 0
    }
}

extension SQLDialect {
    /// The condition for lines of the audit log that other programs follow.
    package static let followedLines = "outcome = 'done' AND action <> '\(AuditEntry.sessionBegin)'"
}

extension AuditRecord {
    fileprivate init(_ row: any SQLRow) throws {
        guard let outcome = Outcome(rawValue: try row.text(5)) else {
            throw PublishingError.internalError("unknown outcome in the audit log")
        }
        self.init(
            id: try row.id(0), at: try row.instant(1), actor: try row.text(2), credential: try row.optionalText(3),
            action: try row.text(4), outcome: outcome, page: try row.optionalText(6),
            subject: try row.optionalText(7), before: try row.optionalJSON(8), after: try row.optionalJSON(9),
            requestID: try row.text(10))
    }
}
