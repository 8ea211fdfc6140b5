import GRDB
public import Publishing

extension SQLiteStore {
    public func events(
        after id: Int64, limit: Int
    ) async throws(PublishingError) -> (events: [PageEvent], last: Int64) {
        try await read { database in
            let last = try Self.lastEvent(database)
            let statement = try database.cachedStatement(
                sql: """
                    SELECT id, at, actor, action, page, subject, request_id FROM audit
                    WHERE id > ? AND page IS NOT NULL AND outcome = 'done' ORDER BY id LIMIT ?
                    """)
            let events = try Row.fetchAll(statement, arguments: [id, limit]).map { row in
                PageEvent(
                    id: row["id"], at: Instant(milliseconds: row["at"]), actor: row["actor"], action: row["action"],
                    page: row["page"], subject: row["subject"], requestID: row["request_id"])
            }
            // Whatever lies between two changes of pages need not be looked at again.
            return (events, events.count == limit ? events.last?.id ?? last : max(last, id))
        }
    }

    public func lastEvent() async throws(PublishingError) -> Int64 {
        try await read { try Self.lastEvent($0) }
    }

    private static func lastEvent(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT max(id) FROM audit") ?? 0
    }
}
