import GRDB
import Publishing

/// What a database of any version of the schema holds, in short.
public struct DatabaseContents: Sendable {
    /// The pages by slug, each with its live revision.
    public let pages: [(slug: String, revision: Int?)]
    /// How many bytes the file has.
    public let size: Int
    /// The version of its schema.
    public let version: Int

    init(at now: Instant, _ database: Database) throws {
        version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        size =
            (try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0)
            * (try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
        // The first version had no releases that follow another one.
        let id = version < 2 ? "id" : "coalesce(origin, id)"
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT slug, (
                    SELECT revision FROM releases WHERE page_id = pages.id AND cancelled_at IS NULL AND at <= max(
                        ?, (SELECT coalesce(max(at), 0) FROM releases WHERE page_id = pages.id AND scheduled = 0))
                    ORDER BY at DESC, \(id) DESC LIMIT 1
                ) FROM pages ORDER BY slug
                """, arguments: [now.milliseconds])
        pages = rows.map { row -> (slug: String, revision: Int?) in (row[0], row[1]) }
    }
}
