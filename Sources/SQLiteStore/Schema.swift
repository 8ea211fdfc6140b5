import GRDB
import Migrations

/// The versions of the schema.
enum Schema {
    /// "HBLK": marks a database file as one of ours.
    static let applicationID: Int32 = 0x4842_4C4B

    static let version = Int32(Migrations.all.count)

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, migration) in Migrations.all.enumerated() {
            migrator.registerMigration(migration.name) { database in
                try database.execute(sql: migration.sql)
                try database.execute(sql: "PRAGMA application_id = \(applicationID)")
                try database.execute(sql: "PRAGMA user_version = \(index + 1)")
            }
        }
        return migrator
    }
}
