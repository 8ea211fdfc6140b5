import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func revisions(
        _ page: String, _ range: ListRange, onlyReleased: Bool
    ) async throws(PublishingError) -> ListPage<RevisionSummary> {
        let store = self
        let now = clock.now
        return try await read { database in
            let page = try PageRow.named(page, database)
            let live = try RevisionRow.live(of: page, at: now, database)
            let draft = try DraftRow.find(of: page, database)
            let released = """
                EXISTS (SELECT 1 FROM releases WHERE page_id = r.page_id AND revision = r.number AND cancelled_at IS NULL)
                """
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(RevisionRow.columns), NULL AS release_id, \(released) AS is_released
                    FROM revisions AS r JOIN orders AS o ON o.id = r.order_id
                    WHERE r.page_id = ? AND r.number < ? \(onlyReleased ? "AND \(released)" : "")
                    ORDER BY r.number DESC LIMIT ?
                    """)
            let rows = try Row.fetchAll(
                statement, arguments: [page.id, range.after?.first ?? .max, range.limit + 1])
            let summaries = try rows.prefix(range.limit).map { row in
                try store.summary(
                    try RevisionRow(row, page: page), of: page, live: live?.number, draft: draft?.revision,
                    isReleased: row["is_released"], database)
            }
            let last = rows.count > range.limit ? summaries.last : nil
            return ListPage(summaries, next: last.map { ListRange.cursor(Int64($0.number)) })
        }
    }

    private func summary(
        _ revision: RevisionRow, of page: PageRow, live: Int?, draft: Int?, isReleased: Bool, _ database: Database
    ) throws -> RevisionSummary {
        let parent = try revision.parent.flatMap { try RevisionRow.find($0, of: page, database) }
        let difference = Difference(page: page, catalog: catalog)
        return RevisionSummary(
            number: revision.number, parent: revision.parent, cause: revision.cause, message: revision.message,
            created: revision.created, isLive: revision.number == live, isDraft: revision.number == draft,
            isReleased: isReleased, changes: try parent.map { try difference.summary($0, revision, database) })
    }

    public func difference(
        _ page: String, of number: Int, against other: Int?
    ) async throws(PublishingError) -> (against: Int?, difference: RevisionDifference) {
        let store = self
        return try await read { database in
            let page = try PageRow.named(page, database)
            let revision = try RevisionRow.named(number, of: page, database)
            let old = try (other ?? revision.parent).map { try RevisionRow.named($0, of: page, database) }
            let difference = Difference(page: page, catalog: store.catalog)
            return (old?.number, try difference.between(old, revision, database))
        }
    }

    public func releases(
        _ page: String, _ range: ListRange
    ) async throws(PublishingError) -> ListPage<Release> {
        let now = clock.now
        return try await read { database in
            let page = try PageRow.named(page, database)
            let statement = try database.cachedStatement(
                sql: """
                    SELECT * FROM releases INDEXED BY releases_listed
                    WHERE page_id = ?1 AND superseded = 0 AND (at, coalesce(origin, id)) < (?2, ?3)
                    ORDER BY at DESC, coalesce(origin, id) DESC LIMIT ?4
                    """)
            let after = range.after ?? [.max, .max]
            let rows = try Row.fetchAll(statement, arguments: [page.id, after[0], after[1], range.limit + 1])
                .map(ReleaseRow.init)
            let live = try ReleaseRow.live(of: page, at: now, database)
            let effective = try RevisionRow.effective(now, page, database)
            let shown = rows.prefix(range.limit)
            let last = rows.count > range.limit ? shown.last : nil
            return ListPage(
                shown.map { $0.value(of: page, at: effective, liveRow: live) },
                next: last.map { ListRange.cursor($0.at.milliseconds, $0.id) })
        }
    }
}
