import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func audit(
        _ filter: AuditFilter, _ range: ListRange
    ) async throws(PublishingError) -> ListPage<AuditRecord> {
        let conditions: [(String, (any DatabaseValueConvertible)?)] = [
            ("page = ?", filter.page), ("actor = ?", filter.actor), ("action = ?", filter.action),
            ("outcome = ?", filter.outcome?.rawValue), ("at >= ?", filter.from?.milliseconds),
            ("at < ?", filter.until?.milliseconds), ("id < ?", range.after?.first),
        ]
        let wanted = conditions.filter { $0.1 != nil }
        let clause = wanted.isEmpty ? "" : "WHERE " + wanted.map(\.0).joined(separator: " AND ")
        let values = wanted.map { $0.1?.databaseValue ?? .null }
        return try await read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT * FROM audit \(clause) ORDER BY id DESC LIMIT ?",
                arguments: StatementArguments(values + [(range.limit + 1).databaseValue]))
            let records = try rows.prefix(range.limit).map { try AuditRecord($0) }
            let last = rows.count > range.limit ? records.last : nil
            return ListPage(records, next: last.map { ListRange.cursor($0.id) })
        }
    }
}

extension AuditRecord {
    fileprivate init(_ row: Row) throws {
        func json(_ text: String?) throws -> JSONValue? {
            try text.map { try JSONValue(parsing: $0, limits: .stored) }
        }
        guard let outcome = Outcome(rawValue: row["outcome"]) else {
            throw PublishingError.internalError("an outcome in the audit log is unknown")
        }
        self.init(
            id: row["id"], at: Instant(milliseconds: row["at"]), actor: row["actor"], credential: row["credential"],
            action: row["action"], outcome: outcome, page: row["page"], subject: row["subject"],
            before: try json(row["before"]), after: try json(row["after"]), requestID: row["request_id"])
    }
}
