import Migrations

/// The versions of the schema.
enum Schema {
    /// "HBLK": marks a database file as one of ours.
    static let applicationID: Int32 = 0x4842_4C4B

    static let version = Int32(Migrations.all.count)

    static let migrator = SchemaMigrator(steps: Migrations.all)
}
