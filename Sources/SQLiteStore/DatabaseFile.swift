import Foundation
import GRDB

/// A database file before the store opens it. It is only read to find what is wrong with it.
struct DatabaseFile {
    /// What the operator calls it.
    let name: String
    /// The file itself, wherever a link to it stands: its log stands beside it, under its name.
    let path: String

    /// The largest file in bytes of which every page is checked; `homeblocks check` does it for larger ones.
    private static let largestQuickCheck: UInt64 = 32 << 20

    init(path: String) {
        name = path
        self.path = Disk.resolved(path)
    }

    /// - Throws: ``DatabaseRefusal``.
    func inspect() throws {
        try inspectFolder()
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        guard !isFolder.boolValue else { throw refusal("is a folder", "Name a file.") }
        guard access(path, R_OK | W_OK) == 0 else {
            throw refusal("cannot be written", "Give this user the right to read and write it.")
        }
        let size = (try files.attributesOfItem(atPath: path)[.size] as? NSNumber)?.uint64Value ?? 0
        if size == 0 { return }
        try inspectHeader()
        try inspectContent(size: size)
    }

    func inspectFolder() throws {
        let folder = Disk.folder(of: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw refusal("is in a folder that does not exist", "Create the folder or name another file.")
        }
        guard access(folder, W_OK) == 0 else {
            throw refusal("is in a folder that cannot be written", "Give this user the right to write there.")
        }
    }

    /// Creates the file if there is none, readable by this user only: it holds hashes of secrets.
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

    func refusal(_ reason: String, _ remedy: String) -> DatabaseRefusal {
        DatabaseRefusal(path: name, reason: reason, remedy: remedy)
    }

    var damaged: DatabaseRefusal {
        refusal("is damaged", "Restore it from a backup; this file was not touched.")
    }

    private func inspectContent(size: UInt64) throws {
        try look { queue in
            try queue.read { database in
                try inspectKind(mayBeEmpty: true, database)
                guard size <= Self.largestQuickCheck else { return }
                let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
                guard verdict == "ok" else { throw damaged }
            }
        }
    }
}

/// Why a file cannot be used whose schema was not brought up to date.
extension DatabaseFile {
    func refusal(_ failure: SchemaFailure) -> DatabaseRefusal {
        switch failure {
        case .newer(let version): newer(version)
        case .step(let name, let old, let new, let error):
            switch error.resultCode {
            case .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
                refusal(
                    "cannot be brought from schema version \(old) to \(new): \(name): \(error.message ?? "")",
                    "It is as it was: go on with the program that it was made with, and report this.")
            default: refusal(error)
            }
        }
    }

    func newer(_ version: Int32) -> DatabaseRefusal {
        refusal(
            "has the schema version \(version), but this program only knows \(Schema.version)",
            "Start the newer program, or restore a backup; the file was not touched.")
    }
}
