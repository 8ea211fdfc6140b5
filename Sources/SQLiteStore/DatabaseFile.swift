import Foundation
import GRDB

/// A database file before the store opens it. Inspecting it does not change it.
struct DatabaseFile {
    /// The name that the operator knows.
    let name: String
    /// The path with links resolved: the log is next to the file itself, under its name.
    let path: String

    /// The maximum size in bytes of a file of which every page is checked; `homeblocks check` also checks larger ones.
    private static let maximumQuickCheckSize: UInt64 = 32 << 20

    /// - Parameter name: the name that the operator knows, if it is not the path.
    init(path: String, name: String? = nil) {
        self.name = name ?? path
        self.path = Disk.resolved(path)
        TemporaryFiles.useFolder(of: self.path)
    }

    /// - Throws: ``DatabaseRefusal``.
    func inspect() throws {
        try inspectFolder()
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        guard !isFolder.boolValue else { throw refusal(.isFolder) }
        guard access(path, R_OK | W_OK) == 0 else {
            throw refusal(.unwritable)
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
            throw refusal(.noFolder)
        }
        guard access(folder, W_OK) == 0 else {
            throw refusal(errno == EROFS ? .readOnlyFolder(folder) : .unwritableFolder(folder))
        }
    }

    /// Creates the file if it does not exist, readable by this user only: it contains hashes of secrets.
    func create() throws {
        let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw refusal(.unwritableWithFolder)
        }
        close(descriptor)
    }

    func refusal(_ error: DatabaseError) -> DatabaseRefusal {
        switch error.resultCode {
        case .SQLITE_NOTADB: refusal(.notADatabase)
        case .SQLITE_CORRUPT: damaged
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            refusal(.locked)
        case .SQLITE_FULL: refusal(.diskFull)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
            refusal(.unwritableWithFolder)
        default: refusal(.unusable(code: "\(error.resultCode)"))
        }
    }

    func refusal(_ problem: FileProblem) -> DatabaseRefusal { DatabaseRefusal(name, problem) }

    var damaged: DatabaseRefusal {
        refusal(.damaged)
    }

    private func inspectContent(size: UInt64) throws {
        try readSnapshot { queue in
            try queue.read { database in
                try inspectKind(mayBeEmpty: true, database)
                guard size <= Self.maximumQuickCheckSize else { return }
                let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
                guard verdict == "ok" else { throw damaged }
            }
        }
    }
}

/// The refusals of a file whose migration failed.
extension DatabaseFile {
    func refusal(_ failure: SchemaFailure) -> DatabaseRefusal {
        switch failure {
        case .newer(let version): DatabaseRefusal(name, .newer(version))
        case .step(let name, let old, let new, let error):
            switch error.resultCode {
            case .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH:
                refusal(.unmigrated(from: old, to: new, reason: "\(name): \(error.message ?? "")"))
            default: refusal(error)
            }
        }
    }
}
