import Foundation
public import Publishing
public import SQLStore

extension SQLiteStore {
    /// Copies a database as it is at one instant, also while a server writes it, to a file that is there only once it
    /// is whole and checked. The database may be of an older version; it is not brought up to date.
    ///
    /// - Parameter replaces: whether a file that already exists makes room for the copy.
    /// - Throws: ``DatabaseRefusal`` or ``FileRefusal``; then nothing was changed, and nothing is left behind.
    public static func backUp(
        _ database: String, to file: String, replaces: Bool, at now: Instant
    ) throws -> DatabaseContents {
        let source = DatabaseFile(path: database)
        try source.inspectForReading()
        let place = DatabaseFile(path: file)
        try checkPlace(place, of: source, replaces: replaces)
        let copy = PartialDatabase(path: place.path)
        let contents = try copy.make(of: source, at: now)
        do {
            // Once more: copying may take long, and a program may have opened what is there.
            try checkPlace(place, of: source, replaces: replaces)
        } catch {
            copy.remove()
            throw error
        }
        try copy.take()
        copy.removeLeftovers()
        return contents
    }

    /// Puts a copy of a backup in a database's place, once it is whole and checked. What was there before is kept
    /// beside it under another name.
    ///
    /// - Parameter replaces: whether a database that already exists makes room.
    /// - Returns: what the database holds now, and where the old one is.
    /// - Throws: ``DatabaseRefusal`` or ``FileRefusal``; then the database is as it was.
    public static func restore(
        _ file: String, to database: String, replaces: Bool, at now: Instant
    ) throws -> (contents: DatabaseContents, kept: String?) {
        // First: temporary files are beside it, and the backup may be where nothing can be written.
        let target = DatabaseFile(path: database)
        let source = DatabaseFile(path: file)
        try target.inspectForReplacement(replaces: replaces)
        guard Disk.identity(of: source.path) != Disk.identity(of: target.path) || !Disk.exists(source.path) else {
            throw FileRefusal(file, .isDatabase)
        }
        guard access(source.path, R_OK) == 0 || errno != EACCES else { throw source.refusal(.unreadableBackup) }
        return try restore(source, to: target, replaces: replaces, at: now)
    }

    /// Puts a backup that comes through a descriptor in a database's place likewise. It is on the disk twice in the meantime.
    ///
    /// - Parameter name: what the operator calls the descriptor.
    public static func restore(
        from input: Int32, named name: String, to database: String, replaces: Bool, at now: Instant
    ) throws -> (contents: DatabaseContents, kept: String?) {
        let target = DatabaseFile(path: database)
        // Before anything is read: it may be much.
        try target.inspectForReplacement(replaces: replaces)
        let received = PartialDatabase(path: target.path)
        // Of one that was killed.
        received.removeLeftovers()
        try received.receive(input)
        defer { received.remove() }
        let source = received.file(named: name)
        do { return try restore(source, to: target, replaces: replaces, at: now) } catch let refusal as DatabaseRefusal
            where refusal.path == name && (refusal.problem == .damaged || refusal.problem == .notADatabase)
        { throw source.refusal(.incompleteInput) }
    }

    private static func restore(
        _ source: DatabaseFile, to target: DatabaseFile, replaces: Bool, at now: Instant
    ) throws -> (contents: DatabaseContents, kept: String?) {
        _ = try source.verify(at: now)
        let copy = PartialDatabase(path: target.path)
        let contents = try copy.make(of: source, at: now)
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

    private static func checkPlace(_ place: DatabaseFile, of source: DatabaseFile, replaces: Bool) throws {
        let (file, path) = (place.name, place.path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: Disk.folder(of: path), isDirectory: &isFolder), isFolder.boolValue
        else {
            throw FileRefusal(file, .noFolder)
        }
        guard !isOwn(path, of: source) else {
            throw FileRefusal(file, .isDatabaseOrLog)
        }
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            guard !isFolder.boolValue else { throw FileRefusal(file, .isFolder) }
            guard replaces else {
                throw FileRefusal(file, .fileExists)
            }
        }
        try checkUse(of: place)
    }

    /// Whether a name is one that the database has, or that SQLite gives to what it keeps beside it.
    private static func isOwn(_ path: String, of source: DatabaseFile) -> Bool {
        ["", "-wal", "-shm", "-journal"].map { source.path + $0 }.contains { own in
            path == own || Disk.exists(path) && Disk.identity(of: path) == Disk.identity(of: own)
        }
    }

    /// Makes sure that what is to be replaced is nobody's database, and that the copy would be read without a log.
    private static func checkUse(of place: DatabaseFile) throws {
        guard let log = ["-wal", "-journal"].first(where: { Disk.exists(place.path + $0) }) else {
            return try place.inspectUse()
        }
        // SQLite would bring the log into its database and remove it, and it may be all that is left of something.
        guard !place.isHeld else { throw place.inUse }
        throw FileRefusal(place.name, .foreignLog(place.path + log))
    }
}
