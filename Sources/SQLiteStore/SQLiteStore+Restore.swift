import Foundation
public import Publishing

extension SQLiteStore {
    /// Puts a copy of a backup in a database's place, once it is whole and checked. What was there before is kept
    /// beside it under another name.
    ///
    /// - Parameter replaces: whether a database that is there already makes room.
    /// - Returns: what the database holds now, and where the old one is.
    /// - Throws: ``DatabaseRefusal`` or ``FileRefusal``; then the database is as it was.
    public static func restore(
        _ file: String, to database: String, replaces: Bool, at now: Instant
    ) throws -> (contents: DatabaseContents, kept: String?) {
        let (source, target) = (DatabaseFile(path: file), DatabaseFile(path: database))
        try target.inspectForReplacement(replaces: replaces)
        guard Disk.identity(of: source.path) != Disk.identity(of: target.path) || !Disk.exists(source.path) else {
            throw FileRefusal(file, "is the database itself", "Name a backup.")
        }
        _ = try source.verify(at: now)
        let copy = DatabaseCopy(of: source, to: target.path)
        let contents = try copy.make(at: now)
        do {
            if Disk.exists(target.path) {
                copy.giveRights(of: target.path)
            } else {
                copy.giveToOwner(of: Disk.folder(of: target.path))
            }
            // Once more: copying may take long, and a server may have started.
            try target.inspectForReplacement(replaces: replaces)
            let kept = try target.setAside()
            try copy.take()
            return (contents, kept)
        } catch {
            copy.remove()
            throw error
        }
    }
}
