import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func prune(
        _ page: String, _ retention: Retention, by actor: Actor
    ) async throws(PublishingError) -> Int {
        let now = clock.now
        // Looked for in a read first: where nothing is to be forgotten, no writer waits.
        let hasOld = try await read { database in
            let page = try PageRow.named(page, database)
            return try !Self.forgettable(page, retention, at: now, database).isEmpty
        }
        guard hasOld else { return 0 }
        return try await write { database in
            let page = try PageRow.named(page, database)
            let numbers = try Self.forgettable(page, retention, at: now, database)
            guard !numbers.isEmpty else { return 0 }
            try RevisionPruner(page: page, numbers: numbers).delete(database)
            var entry = AuditEntry(actor, "page.prune")
            entry.page = page.info.slug
            entry.after = [
                "forgotten": JSONValue(numbers.count), "kept": JSONValue(retention.revisions),
                "days": JSONValue(retention.days),
            ]
            try entry.append(at: now, database)
            return numbers.count
        }
    }

    /// The oldest revisions that can go, as many as go at once.
    private static func forgettable(
        _ page: PageRow, _ retention: Retention, at now: Instant, _ database: Database
    ) throws -> [Int] {
        if retention.keepsAll { return [] }
        let needed = try needed(of: page, at: now, database)
        let count = try database.cachedStatement(sql: "SELECT count(*) FROM revisions WHERE page_id = ?")
        var newer = try Int.fetchOne(count, arguments: [page.id]) ?? 0
        let rows = try Row.fetchCursor(
            database, sql: "SELECT number, created_at, tree_id FROM revisions WHERE page_id = ? ORDER BY number",
            arguments: [page.id])
        let places = try database.cachedStatement(sql: "SELECT count(*) FROM placements WHERE tree_id = ?")
        var (numbers, trees, placeCount): ([Int], Set<Int64>, Int) = ([], [], 0)
        while numbers.count < Retention.mostAtOnce, placeCount < Retention.mostPlaces, newer > retention.revisions,
            let row = try rows.next()
        {
            newer -= 1
            let number: Int = row["number"]
            let created = Instant(milliseconds: row["created_at"])
            guard retention.forgets(newer: newer, created: created, at: now), !needed.contains(number) else { continue }
            numbers.append(number)
            let tree: Int64 = row["tree_id"]
            if trees.insert(tree).inserted { placeCount += try Int.fetchOne(places, arguments: [tree]) ?? 0 }
        }
        return numbers
    }

    /// The revisions that something refers to.
    private static func needed(of page: PageRow, at now: Instant, _ database: Database) throws -> Set<Int> {
        let live = try RevisionRow.requireLive(of: page, at: now, database)
        // A clock that ran ahead is put right: what was live within the last day may be live again.
        let earliest = try RevisionRow.effective(now.adding(seconds: -86_400), page, database)
        let before = try RevisionRow.live(of: page, asOf: earliest, database)
        let planned = try ReleaseRow.pending(of: page, after: earliest, database).flatMap {
            try revisions($0, database)
        }
        let draft = try DraftRow.find(of: page, database)
        return Set([live.number] + planned + [before?.number, draft?.revision, draft?.base].compactMap(\.self))
    }

    /// What a planned release refers to: its revision, the one it is planned on top of, and the one it had first.
    private static func revisions(_ release: ReleaseRow, _ database: Database) throws -> [Int] {
        let first = try Int.fetchOne(
            database, sql: "SELECT revision FROM releases WHERE id = ?", arguments: [release.id])
        return [release.revision] + [release.base, first].compactMap(\.self)
    }

    /// Forgets the answers to changes that nobody can retry any more.
    ///
    /// - Returns: how many they were.
    public func forgetOldAnswers() async throws(PublishingError) -> Int {
        let oldest = clock.now.adding(seconds: -Idempotency.lifetime)
        return try await write { database in
            try database.execute(
                sql: "DELETE FROM idempotency WHERE created_at <= ?", arguments: [oldest.milliseconds])
            return database.changesCount
        }
    }

    /// Gives the file's free space back to the disk. It needs room for the content once more, and changes wait for it.
    public func vacuum() async throws(PublishingError) {
        do {
            try await writer.vacuum()
            // The log has the whole content now. Who still reads it makes it stay for a while; that is no fault.
            try await writer.writeWithoutTransaction { database in
                _ = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
        } catch { throw Self.publishingError(error) }
    }
}
