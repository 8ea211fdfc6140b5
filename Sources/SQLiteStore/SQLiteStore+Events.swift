import GRDB
public import Publishing

extension SQLiteStore {
    public func events(after id: Int64, limit: Int) async throws(PublishingError) -> [PageEvent] {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT id, at, actor, action, page, subject, request_id FROM audit
                    WHERE id > ? AND page IS NOT NULL AND outcome = 'done' ORDER BY id LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [id, limit]).map { row in
                PageEvent(
                    id: row["id"], at: Instant(milliseconds: row["at"]), actor: row["actor"], action: row["action"],
                    page: row["page"], subject: row["subject"], requestID: row["request_id"])
            }
        }
    }

    public func lastEvent() async throws(PublishingError) -> Int64 {
        try await read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM audit") ?? 0 }
    }
}
