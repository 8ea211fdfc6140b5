import Foundation
public import Publishing

extension SQLiteStore {
    /// Copies a database as it is at one instant, also while a server writes it, to a file that is there only once it
    /// is whole and checked. The database may be of an older version; it is not brought up to date.
    ///
    /// - Parameter replaces: whether a file that is there already makes room for the copy.
    /// - Throws: ``DatabaseRefusal`` or ``FileRefusal``; then nothing was changed, and nothing is left behind.
    public static func backUp(
        _ database: String, to file: String, replaces: Bool, at now: Instant
    ) throws -> DatabaseContents {
        let source = DatabaseFile(path: database)
        try source.inspectForReading()
        try checkPlace(file, of: database, replaces: replaces)
        let copy = DatabaseCopy(of: source, to: file)
        let contents = try copy.make(at: now)
        try copy.take()
        return contents
    }

    private static func checkPlace(_ file: String, of database: String, replaces: Bool) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: Disk.folder(of: file), isDirectory: &isFolder), isFolder.boolValue
        else {
            throw FileRefusal(file, "is in a folder that does not exist", "Create the folder or name another file.")
        }
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else { return }
        guard !isFolder.boolValue else { throw FileRefusal(file, "is a folder", "Name a file.") }
        let own = ["", "-wal", "-shm"].map { Disk.identity(of: database + $0) }
        guard !own.contains(Disk.identity(of: file)) else {
            throw FileRefusal(file, "is the database itself", "Name another file.")
        }
        guard replaces else {
            throw FileRefusal(file, "is there already", "Name another file, or give --replace.")
        }
    }
}
