import Foundation
import GRDB

/// Makes room for another database of the same name.
extension DatabaseFile {
    /// - Throws: ``DatabaseRefusal`` if the file must stay: nobody said that it may go, or another program has it open.
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

    /// Makes sure that no program has the file open, and brings what its log holds into it.
    func inspectUse() throws {
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber)?.intValue ?? 0
        if size == 0 { return }
        var configuration = SQLiteEngine.configuration
        configuration.busyMode = .immediateError
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            try queue.inDatabase { database in
                // Everybody who has a database with a log open shares a lock of it, however idle they are.
                _ = try Row.fetchOne(database, sql: "PRAGMA locking_mode = EXCLUSIVE")
                try database.execute(sql: "BEGIN EXCLUSIVE; COMMIT")
            }
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: throw inUse
            // What cannot be read cannot be locked either, but who opened it before it was damaged holds a lock still.
            case .SQLITE_NOTADB, .SQLITE_CORRUPT:
                if isHeld { throw inUse }
            default: throw refusal(error)
            }
        }
    }

    var inUse: DatabaseRefusal {
        refusal(.inUse)
    }

    /// Keeps the file, with its log if it has one still, under a name that is free: anyone who restores the wrong backup
    /// has lost nothing.
    ///
    /// - Returns: the name, if there was anything to keep.
    func setAside() throws -> String? {
        // A log without its database must not be taken for the new one's.
        let logs = ["-wal", "-journal"].filter { Disk.exists(path + $0) }
        let isThere = Disk.exists(path)
        guard isThere || !logs.isEmpty else { return nil }
        let name = freeName
        // The old name stays until the new database takes it, so that there is one at every moment.
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

/// Finds out from the system who has a database open. SQLite cannot say: it reads a file before it checks its locks.
extension DatabaseFile {
    /// The bytes of a database that everybody locks who reads it, and always while it has a log.
    private static let shared = (start: 0x4000_0002, length: 510)
    /// The bytes of the index of its log that are locked in turn, and the one that all lock who have it open.
    private static let indexed = (start: 120, length: 9)

    /// Whether another process has the file open. This one must have it open nowhere: its own locks would be gone.
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
        // This takes no lock: the result is the lock that stands in the way, if any.
        return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
