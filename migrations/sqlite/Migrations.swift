/// The database's schema, as plain SQL files that are only ever added to.
public enum Migrations {
    /// A step from one version of the schema to the next.
    public struct Migration: Sendable {
        public let name: String
        public let sql: String
    }

    /// All steps, in order. The program's schema version is their number.
    public static let all: [Migration] = [
        Migration(name: "0001_pages", sql: String(decoding: PackageResources._001_pages_sql, as: UTF8.self)),
        Migration(
            name: "0002_publishing", sql: String(decoding: PackageResources._002_publishing_sql, as: UTF8.self)),
        Migration(name: "0003_sessions", sql: String(decoding: PackageResources._003_sessions_sql, as: UTF8.self)),
        Migration(name: "0004_conflicts", sql: String(decoding: PackageResources._004_conflicts_sql, as: UTF8.self)),
        Migration(name: "0005_audiences", sql: String(decoding: PackageResources._005_audiences_sql, as: UTF8.self)),
        Migration(name: "0006_feeds", sql: String(decoding: PackageResources._006_feeds_sql, as: UTF8.self)),
        Migration(name: "0007_pictures", sql: String(decoding: PackageResources._007_pictures_sql, as: UTF8.self)),
        Migration(name: "0008_editing", sql: String(decoding: PackageResources._008_editing_sql, as: UTF8.self)),
        Migration(name: "0009_entries", sql: String(decoding: PackageResources._009_entries_sql, as: UTF8.self)),
        Migration(name: "0010_subtrees", sql: String(decoding: PackageResources._010_subtrees_sql, as: UTF8.self)),
        Migration(
            name: "0011_order_rule", sql: String(decoding: PackageResources._011_order_rule_sql, as: UTF8.self)),
        Migration(
            name: "0012_search_texts", sql: String(decoding: PackageResources._012_search_texts_sql, as: UTF8.self)),
        Migration(
            name: "0013_release_times", sql: String(decoding: PackageResources._013_release_times_sql, as: UTF8.self)),
        Migration(
            name: "0014_preview_links", sql: String(decoding: PackageResources._014_preview_links_sql, as: UTF8.self)),
        Migration(name: "0015_rights", sql: String(decoding: PackageResources._015_rights_sql, as: UTF8.self)),
        Migration(name: "0016_reviews", sql: String(decoding: PackageResources._016_reviews_sql, as: UTF8.self)),
    ]
}
