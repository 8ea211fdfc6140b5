import Foundation
public import Publishing
public import SQLStore

extension SQLiteStore {
    /// Copies a consistent snapshot of a database, even while a server writes it, to a file that appears only once it
    /// is complete and checked. The database may have an older schema version; it is not migrated.
    ///
    /// - Parameter replaces: whether the copy may replace an existing file.
    /// - Throws: ``DatabaseRefusal`` or ``FileRefusal``; nothing is changed or left behind then.
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
            // Checked again: copying may take long, and a program may have opened the existing file.
            try checkPlace(place, of: source, replaces: replaces)
        } catch {
            copy.remove()
            throw error
        }
        try copy.take()
        copy.removeLeftovers()
        return contents
    }

    /// Replaces a database with a copy of a backup, once the copy is complete and checked. The old database is kept
    /// next to it under another name.
    ///
    /// - Parameter replaces: whether an existing database may be replaced.
    /// - Returns: a summary of the new contents, and the path of the old database; nil if there was none.
    /// - Throws: ``DatabaseRefusal`` or ``FileRefusal``; the database is unchanged then.
    public static func restore(
        _ file: String, to database: String, replaces: Bool, at now: Instant
    ) throws -> (contents: DatabaseContents, kept: String?) {
        // The target comes first: temporary files are placed next to it, since the backup's folder may not be writable.
        let target = DatabaseFile(path: database)
        let source = DatabaseFile(path: file)
        try target.inspectForReplacement(replaces: replaces)
        guard Disk.identity(of: source.path) != Disk.identity(of: target.path) || !Disk.exists(source.path) else {
            throw FileRefusal(file, .isDatabase)
        }
        guard access(source.path, R_OK) == 0 || errno != EACCES else { throw source.refusal(.unreadableBackup) }
        return try restore(source, to: target, replaces: replaces, at: now)
    }

    /// Replaces a database with a backup that is read from a descriptor. Until the end, the backup is on the disk
    /// twice.
    ///
    /// - Parameter name: the name of the descriptor in errors.
    public static func restore(
        from input: Int32, named name: String, to database: String, replaces: Bool, at now: Instant
    ) throws -> (contents: DatabaseContents, kept: String?) {
        let target = DatabaseFile(path: database)
        // Checked before anything is read: the input may be large.
        try target.inspectForReplacement(replaces: replaces)
        let received = PartialDatabase(path: target.path)
        // Left behind by a process that was killed.
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
            // Checked again: copying may take long, and a server may have started.
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

    /// Whether a path is that of the database or of one of the files that SQLite keeps next to it.
    private static func isOwn(_ path: String, of source: DatabaseFile) -> Bool {
        ["", "-wal", "-shm", "-journal"].map { source.path + $0 }.contains { own in
            path == own || Disk.exists(path) && Disk.identity(of: path) == Disk.identity(of: own)
        }
    }

    /// Checks that no program uses the file to be replaced, and that the copy would not be read with another database's
    /// log.
    private static func checkUse(of place: DatabaseFile) throws {
        guard let log = ["-wal", "-journal"].first(where: { Disk.exists(place.path + $0) }) else {
            return try place.inspectUse()
        }
        // SQLite would merge the log into its database and remove it, but it may be all that is left of a database.
        guard !place.isHeld else { throw place.inUse }
        throw FileRefusal(place.name, .foreignLog(place.path + log))
    }
}
