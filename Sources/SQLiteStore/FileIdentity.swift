import Foundation
import GRDB

/// Which file stands at a path. Another one may come to stand there, while the first is still being written.
struct FileIdentity: Sendable {
    private let path: String
    private let identity: Disk.Identity

    /// Nil if there is no file.
    init?(path: String) {
        guard let identity = Disk.identity(of: path) else { return nil }
        self.path = path
        self.identity = identity
    }

    /// Makes sure that there is room beside the file, as its log needs it. An allocation is the only proof: the log may
    /// have room left in it on a full disk, and free bytes may be beyond a quota.
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

    /// What a change of some blocks adds to the log, in bytes.
    private static let roomForChange = 64 << 10

    /// Whether the same file stands there.
    var isCurrent: Bool { Disk.identity(of: path) == identity }
}
