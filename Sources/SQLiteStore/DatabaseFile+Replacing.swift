import Foundation
import GRDB

/// Replacing a database with another one of the same name.
extension DatabaseFile {
    /// - Throws: ``DatabaseRefusal`` if the file cannot be replaced, for example because another program has it open.
    func inspectForReplacement(replaces: Bool) throws {
        try inspectFolder()
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        guard !isFolder.boolValue else { throw refusal(.isFolder) }
        guard replaces else {
            throw refusal(.databaseExists)
        }
        try inspectUse()
    }

    /// Checks that no program has the file open, and checkpoints its log.
    func inspectUse() throws {
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue ?? 0
        if size == 0 { return }
        var configuration = SQLiteEngine.configuration
        configuration.busyMode = .immediateError
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            try queue.inDatabase { database in
                // Every connection to a database with a log holds a shared lock on it, even if it is idle.
                _ = try Row.fetchOne(database, sql: "PRAGMA locking_mode = EXCLUSIVE")
                try database.execute(sql: "BEGIN EXCLUSIVE; COMMIT")
            }
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: throw inUse
            // A damaged file cannot be locked, but a program that opened it before the damage still holds a lock.
            case .SQLITE_NOTADB, .SQLITE_CORRUPT:
                if isHeld { throw inUse }
            default: throw refusal(error)
            }
        }
    }

    var inUse: DatabaseRefusal {
        refusal(.inUse)
    }

    /// Keeps the file, and its log if it still has one, under a free name, so that restoring the wrong backup loses
    /// nothing.
    ///
    /// - Returns: the name; nil if there was nothing to keep.
    func setAside() throws -> String? {
        // A log without its database must not be mistaken for the new one's.
        let logs = ["-wal", "-journal"].filter { Disk.exists(path + $0) }
        let isThere = Disk.exists(path)
        guard isThere || !logs.isEmpty else { return nil }
        let name = freeName
        // The old name stays until the new database replaces it, so that a database exists at any time.
        if isThere { try Disk.keep(path, as: name) }
        for suffix in logs { try Disk.move(path + suffix, to: name + suffix) }
        try? FileManager.default.removeItem(atPath: path + "-shm")
        return name
    }

    private var freeName: String {
        let first = path + ".before-restore"
        var (name, number) = (first, 1)
        while ["", "-wal", "-journal"].contains(where: { Disk.exists(name + $0) }) {
            number += 1
            name = "\(first)-\(number)"
        }
        return name
    }
}

/// Finds out from the system whether a database is open. SQLite cannot tell: it reads a file before it checks its
/// locks.
extension DatabaseFile {
    /// The bytes of a database that every reader locks; with a log, for as long as the database is open.
    private static let shared = (start: 0x4000_0002, length: 510)
    /// The bytes of the log's index that are locked in turn, and the one that every open connection locks.
    private static let indexed = (start: 120, length: 9)

    /// Whether another process has the file open. This process must not have it open, because it would lose its own
    /// locks.
    var isHeld: Bool { Self.isLocked(path, Self.shared) || Self.isLocked(path + "-shm", Self.indexed) }

    private static func isLocked(_ path: String, _ bytes: (start: Int, length: Int)) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = off_t(bytes.start)
        lock.l_len = off_t(bytes.length)
        // This does not acquire a lock. The result is the conflicting lock, if any.
        return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
