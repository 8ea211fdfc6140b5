import Foundation

/// Asking the system who has a database open, where SQLite cannot say: it reads a file before it asks.
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
        // It only asks: the answer is the lock that stands in the way, if any.
        return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
