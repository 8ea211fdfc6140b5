/// The schema of a database on PostgreSQL, as plain SQL files that are only ever added to.
public enum PostgreSQLMigrations {
    /// A step from one version of the schema to the next.
    public struct Migration: Sendable {
        public let name: String
        public let sql: String
    }

    /// All steps, in order. The program's schema version is their number.
    public static let all: [Migration] = [
        Migration(name: "0001_pages", sql: String(decoding: PackageResources._001_pages_sql, as: UTF8.self)),
        Migration(name: "0002_nodes", sql: String(decoding: PackageResources._002_nodes_sql, as: UTF8.self)),
        Migration(name: "0003_audiences", sql: String(decoding: PackageResources._003_audiences_sql, as: UTF8.self)),
        Migration(name: "0004_feeds", sql: String(decoding: PackageResources._004_feeds_sql, as: UTF8.self)),
        Migration(name: "0005_pictures", sql: String(decoding: PackageResources._005_pictures_sql, as: UTF8.self)),
        Migration(name: "0006_editing", sql: String(decoding: PackageResources._006_editing_sql, as: UTF8.self)),
        Migration(name: "0007_subtrees", sql: String(decoding: PackageResources._007_subtrees_sql, as: UTF8.self)),
        Migration(
            name: "0008_search_texts", sql: String(decoding: PackageResources._008_search_texts_sql, as: UTF8.self)),
        Migration(
            name: "0009_release_times", sql: String(decoding: PackageResources._009_release_times_sql, as: UTF8.self)),
        Migration(
            name: "0010_preview_links", sql: String(decoding: PackageResources._010_preview_links_sql, as: UTF8.self)),
        Migration(name: "0011_rights", sql: String(decoding: PackageResources._011_rights_sql, as: UTF8.self)),
        Migration(name: "0012_reviews", sql: String(decoding: PackageResources._012_reviews_sql, as: UTF8.self)),
    ]
}
