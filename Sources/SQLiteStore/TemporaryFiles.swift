import Foundation

/// Where SQLite puts its temporary files: beside the database, unless `SQLITE_TMPDIR` names another folder.
///
/// Migrations, large changes and `VACUUM` need them. The folders that SQLite would choose by itself may be read-only, or
/// have less room than the database.
enum TemporaryFiles {
    private static let variable = "SQLITE_TMPDIR"

    /// SQLite reads the variable when it is used first: this is called before.
    static func keep(beside path: String) {
        setenv(variable, Disk.folder(of: path), 0)
    }

    /// The folder that they are in; nil before the first database is opened.
    static var folder: String? { getenv(variable).map { String(cString: $0) } }
}
