import Foundation

/// Where SQLite puts its temporary files: beside the database, unless `SQLITE_TMPDIR` names another folder.
///
/// Migrations, large changes and `VACUUM` need them. The folders that SQLite would choose by itself may be read-only, or
/// have less room than the database.
enum TemporaryFiles {
    private static let variable = "SQLITE_TMPDIR"

    /// The folder from the environment of the program; nil if the database's own folder is used.
    static let folder: String? = getenv(variable).map { String(cString: $0) }

    /// SQLite reads the variable when it is used first: this is called before.
    static func keep(beside path: String) {
        if folder == nil { setenv(variable, Disk.folder(of: path), 0) }
    }
}
