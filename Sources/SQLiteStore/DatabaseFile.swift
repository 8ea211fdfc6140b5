import Foundation
import GRDB

/// A database file before it is opened for good: everything that can be wrong with it is found by looking only.
struct DatabaseFile {
    let path: String

    /// A look at every page takes long in a large file; `homeblocks check` does it for those.
    private static let largestQuickCheck: UInt64 = 32 << 20

    /// - Throws: ``DatabaseRefusal``.
    func inspect() throws {
        let files = FileManager.default
        let folder = (path as NSString).deletingLastPathComponent
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: folder.isEmpty ? "." : folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw refusal("is in a folder that does not exist", "Create the folder or name another file.")
        }
        guard access(folder.isEmpty ? "." : folder, W_OK) == 0 else {
            throw refusal("is in a folder that cannot be written", "Give this user the right to write there.")
        }
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        guard !isFolder.boolValue else { throw refusal("is a folder", "Name a file.") }
        guard access(path, R_OK | W_OK) == 0 else {
            throw refusal("cannot be written", "Give this user the right to read and write it.")
        }
        let size = (try files.attributesOfItem(atPath: path)[.size] as? NSNumber)?.uint64Value ?? 0
        if size == 0 { return }
        try inspectHeader()
        do { try inspectContent(size: size) } catch let error as DatabaseError { throw refusal(error) }
    }

    /// Creates the file if there is none, for this user's eyes only: it holds hashes of secrets.
    func create() throws {
        let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw refusal("cannot be written", "Give this user the right to write the file and its folder.")
        }
        close(descriptor)
    }

    func refusal(_ error: DatabaseError) -> DatabaseRefusal {
        switch error.resultCode {
        case .SQLITE_NOTADB: refusal("is no SQLite database", "Name another file; this one was not touched.")
        case .SQLITE_CORRUPT: damaged
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            refusal("is locked by another program", "End that program, or use another file.")
        case .SQLITE_FULL: refusal("is on a full disk", "Make room, then start again.")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
            refusal("cannot be written", "Give this user the right to write the file and its folder.")
        default: refusal("cannot be used (\(error.resultCode))", "Check it, or restore it from a backup.")
        }
    }

    private func refusal(_ reason: String, _ remedy: String) -> DatabaseRefusal {
        DatabaseRefusal(path: path, reason: reason, remedy: remedy)
    }

    private var damaged: DatabaseRefusal {
        refusal("is damaged", "Restore it from a backup; this file was not touched.")
    }

    /// The file's name for SQLite, such that it makes no files beside it, unless there are some already that
    /// belong to the content.
    private var lookOnlyPath: String {
        let hasLog = FileManager.default.fileExists(atPath: path + "-wal")
        let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        guard !hasLog, let escaped else { return path }
        return "file:\(escaped)?immutable=1"
    }

    private func inspectHeader() throws {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw refusal("cannot be read", "Give this user the right to read and write it.")
        }
        defer { try? handle.close() }
        let header = try handle.read(upToCount: 100) ?? Data()
        guard header.starts(with: Data("SQLite format 3\0".utf8)) else {
            throw refusal("is no SQLite database", "Name another file; this one was not touched.")
        }
        guard header.count == 100 else { throw damaged }
    }

    private func inspectContent(size: UInt64) throws {
        var configuration = SQLiteStore.configuration
        configuration.readonly = true
        let queue = try DatabaseQueue(path: lookOnlyPath, configuration: configuration)
        defer { try? queue.close() }
        try queue.read { database in
            let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            let version = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            guard tables == 0 || application == Schema.applicationID else {
                throw refusal("belongs to another program", "Name another file; this one was not touched.")
            }
            guard version <= Schema.version else {
                let reason = "has the schema version \(version), but this program only knows \(Schema.version)"
                throw refusal(reason, "Start the newer program, or restore a backup; the file was not touched.")
            }
            guard size <= Self.largestQuickCheck else { return }
            let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
            guard verdict == "ok" else { throw damaged }
        }
    }
}
