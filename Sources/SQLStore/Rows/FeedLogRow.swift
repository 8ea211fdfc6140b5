import HomeBlocks
import Publishing

/// Rows of `feed_log`, which keeps the newest entries of each feed.
extension SQLTransaction {
    /// Adds an entry, and deletes the oldest ones if there are too many.
    func append(_ entry: FeedLogEntry, of feed: Int64) throws {
        try run(
            """
            INSERT INTO feed_log
                (feed_id, at, outcome, status, cards, faults, fault_count, problem, milliseconds, requested_by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
            """, feed, entry.at, entry.outcome.rawValue, entry.status, entry.cards, JSONValue.array(entry.faults),
            entry.faultCount, entry.problem, entry.milliseconds, entry.requestedBy)
        try run(
            """
            DELETE FROM feed_log WHERE feed_id = ?1
                AND id <= (SELECT id FROM feed_log WHERE feed_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
            """, feed, FeedLogEntry.maximumEntries)
    }

    func feedLog(of feed: FeedRow, before id: Int64?, limit: Int) throws -> [FeedLogEntry] {
        try all(
            """
            SELECT id, at, outcome, status, cards, faults, fault_count, problem, milliseconds, requested_by FROM feed_log
            WHERE feed_id = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3
            """, feed.id, id ?? .max, limit
        ) { row in
            guard let outcome = FeedResult.Outcome(rawValue: try row.text(2)) else {
                throw PublishingError.internalError("unknown outcome in a feed's log")
            }
            return FeedLogEntry(
                id: try row.id(0), at: try row.instant(1), outcome: outcome, status: try row.optionalInt(3),
                cards: try row.optionalInt(4), faults: try row.json(5).array ?? [], faultCount: try row.int(6),
                problem: try row.text(7), milliseconds: try row.int(8), requestedBy: try row.optionalText(9))
        }
    }
}
