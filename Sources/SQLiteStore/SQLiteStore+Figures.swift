import Foundation
import GRDB
public import Publishing

extension SQLiteStore {
    public func figures() async throws(PublishingError) -> StoreMetrics {
        let now = clock.now
        let path = (writer as? DatabasePool)?.path
        return try await read { database in
            let pages = try Row.fetchAll(database, sql: "SELECT id, slug, title, client FROM pages ORDER BY slug")
                .compactMap { try Self.figures(of: PageRow($0), at: now, database) }
            let size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
            return StoreMetrics(
                at: now, pages: pages, schema: Int(Schema.version),
                bytes: try Int.fetchOne(database, sql: size) ?? 0, logBytes: Self.size(of: path.map { $0 + "-wal" }),
                freeBytes: path.flatMap { Self.room(beside: $0) })
        }
    }

    private static func figures(
        of page: PageRow, at now: Instant, _ database: Database
    ) throws -> StoreMetrics.Page? {
        guard let live = try RevisionRow.live(of: page, at: now, database) else { return nil }
        let effective = try RevisionRow.effective(now, page, database)
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM revisions WHERE page_id = ?", arguments: [page.id])
        return StoreMetrics.Page(
            slug: page.info.slug, live: live.number, revisions: count ?? 0,
            pendingReleases: try ReleaseRow.pending(of: page, after: effective, database).count,
            nextRelease: try nextRelease(of: page, after: effective, database))
    }

    private static func size(of path: String?) -> Int {
        let attributes = path.flatMap { try? FileManager.default.attributesOfItem(atPath: $0) }
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    /// How much room there is beside a file.
    private static func room(beside path: String) -> Int? {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (attributes?[.systemFreeSize] as? NSNumber)?.intValue
    }
}
