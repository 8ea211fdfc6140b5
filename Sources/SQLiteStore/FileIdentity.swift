import Foundation
import GRDB

/// The identity of the file at a path. Another file may replace it there while the first is still being written.
struct FileIdentity: Sendable {
    private let path: String
    private let identity: Disk.Identity

    /// Returns nil if the file does not exist.
    init?(path: String) {
        guard let identity = Disk.identity(of: path) else { return nil }
        self.path = path
        self.identity = identity
    }

    /// Checks that there is room for the file's log. Only an allocation proves it: the log may have room left in it on
    /// a full disk, and free bytes may be beyond a quota.
    ///
    /// - Throws: a `DatabaseError`, as a change would.
    func checkRoom() throws {
        try allocate(at: "\(path)-readiness")
        if let folder = TemporaryFiles.folder, folder != Disk.folder(of: path) {
            try allocate(at: "\(folder)/\((path as NSString).lastPathComponent)-readiness")
        }
    }

    private func allocate(at name: String) throws {
        do { try Disk.allocate(Self.roomForChange, at: name) } catch {
            let message = "\(name): \(error.localizedDescription)"
            switch error.code {
            case .ENOSPC, .EDQUOT: throw DatabaseError(resultCode: .SQLITE_FULL, message: message)
            case .EROFS, .EACCES, .EPERM, .ENOENT: throw DatabaseError(resultCode: .SQLITE_READONLY, message: message)
            default: throw DatabaseError(resultCode: .SQLITE_IOERR, message: message)
            }
        }
    }

    /// The size in bytes that a change of some blocks adds to the log.
    private static let roomForChange = 64 << 10

    /// Whether the path still has the same file.
    var isCurrent: Bool { Disk.identity(of: path) == identity }
}
