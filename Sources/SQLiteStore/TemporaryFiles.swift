import Foundation

/// The folder of SQLite's temporary files: that of the database, unless `SQLITE_TMPDIR` names another one.
///
/// Migrations, large changes and `VACUUM` need them. SQLite's default folders may be read-only, or have less room than
/// the database.
enum TemporaryFiles {
    private static let variable = "SQLITE_TMPDIR"

    /// The folder from the environment of the program; nil if the database's own folder is used.
    static let folder: String? = getenv(variable).map { String(cString: $0) }

    /// Must be called before SQLite is first used, which is when it reads the variable.
    static func useFolder(of path: String) {
        if folder == nil { setenv(variable, Disk.folder(of: path), 0) }
    }
}
