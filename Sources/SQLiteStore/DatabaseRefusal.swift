import Foundation

/// A problem with a database file or with the target file of a copy, and its remedy.
enum FileProblem: Sendable, Equatable {
    case missing
    case isFolder
    case unreadable
    case notADatabase
    case foreign
    case databaseExists
    case fileExists
    case inUse
    case unwritable
    case unwritableWithFolder
    case noFolder
    case unwritableFolder(String)
    case readOnlyFolder(String)
    /// The backup exists, but this user cannot read it.
    case unreadableBackup
    /// Standard input is not a complete backup.
    case incompleteInput
    case locked
    case diskFull
    case damaged
    case copyDoesNotFit
    case copyUnwritable
    case isDatabase
    case isDatabaseOrLog
    case unusable(code: String)
    case newer(Int32)
    case older(Int32)
    /// The target of a copy already exists.
    case copyExists
    /// Another program opened the file while it was read without locks.
    case opened
    /// The copied data violates a constraint.
    case unfilled(reason: String)
    /// A step of the migration failed.
    case unmigrated(from: Int32, to: Int32, reason: String)
    /// The log of another database is next to the file.
    case foreignLog(String)
    case failed(Operation, cause: String)

    enum Operation: String, Sendable {
        case create = "created"
        case read
        case write = "written"
        case synchronize = "flushed to disk"
    }

    /// The end of a sentence that starts with the file, and a sentence with the remedy.
    fileprivate var message: (reason: String, remedy: String) {
        switch self {
        case .missing: ("does not exist", "Name another file.")
        case .isFolder: ("is a folder", "Name a file.")
        case .unreadable: ("cannot be read", "Give this user permission to read and write it.")
        case .notADatabase: ("is not a SQLite database", "Name another file; this one was not changed.")
        case .foreign: ("belongs to another program", "Name another file; this one was not changed.")
        case .databaseExists:
            ("already exists", "Use --replace to replace it with the backup; the old file is kept.")
        case .fileExists: ("already exists", "Name another file, or use --replace.")
        case .inUse: ("is open in another program", "Stop the server first; nothing was changed.")
        case .unwritable: ("cannot be written", "Give this user permission to read and write it.")
        case .unwritableWithFolder: ("cannot be written", "Give this user permission to write the file and its folder.")
        case .noFolder: ("is in a folder that does not exist", "Create the folder or name another file.")
        case .unwritableFolder(let folder):
            (
                "is in the folder \(folder), which is not writable by user \(geteuid()), who runs this program",
                folder == "/" || FileManager.default.currentDirectoryPath == folder
                    ? "Name a file in a folder that this user can write to, with --database or HOMEBLOCKS_DATABASE."
                    : "Make that user its owner: chown \(geteuid()):\(getegid()) \(folder) (in Kubernetes: fsGroup: \(getegid()))."
            )
        case .readOnlyFolder(let folder):
            (
                "is in the folder \(folder), which is read-only",
                "Name a file in a writable folder, or mount a volume there."
            )
        case .unreadableBackup:
            (
                "cannot be read by user \(geteuid()), who runs this program",
                "Make that user its owner with chown \(geteuid()), or send it through standard input: restore - < FILE."
            )
        case .incompleteInput:
            ("is not a complete backup", "Send a complete file that backup wrote; the database was not changed.")
        case .locked: ("is locked by another program", "Stop that program, or use another file.")
        case .diskFull: ("is on a full disk", "Free some space, then start again.")
        case .damaged: ("is damaged", "Restore it from a backup; this file was not changed.")
        case .copyDoesNotFit:
            ("does not fit on the disk", "Free some space, or choose another disk. No file was left behind.")
        case .copyUnwritable: ("cannot be written", "Check its disk, or choose another one. No file was left behind.")
        case .isDatabase: ("is the database itself", "Name a backup.")
        case .isDatabaseOrLog: ("is the database itself or its log", "Name another file.")
        case .unusable(let code): ("cannot be used (\(code))", "Check it, or restore it from a backup.")
        case .newer(let version):
            (
                "has the schema version \(version), but this program only knows \(Schema.version)",
                "Start the newer program, or restore a backup; the file was not changed."
            )
        case .older(let version):
            (
                "has the schema version \(version), and this program needs \(Schema.version)",
                "Bring it up to date with migrate."
            )
        case .copyExists: ("already exists", "Name a file that does not exist; this one was not changed.")
        case .opened: ("was opened by another program while it was read", "Try again.")
        case .unfilled(let reason):
            ("cannot be filled: \(reason)", "The partial file was removed. Run check on the source to find the cause.")
        case .unmigrated(let old, let new, let reason):
            (
                "cannot be migrated from schema version \(old) to \(new): \(reason)",
                "It was not changed: keep using the previous version of the program, and report this."
            )
        case .foreignLog(let log):
            (
                "has the log of another database next to it, \(log), which SQLite would read with it",
                "Name another file, or move this file and its log away."
            )
        case .failed(let operation, let cause):
            (
                "cannot be \(operation.rawValue) (\(cause))",
                "Free some space, or give this user permission to write there."
            )
        }
    }
}

/// The reason why a database file is not used, and the remedy.
public struct DatabaseRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    public let path: String
    let problem: FileProblem

    init(_ path: String, _ problem: FileProblem) {
        self.path = path
        self.problem = problem
    }

    public var description: String { "The database \(path) \(problem.message.reason). \(problem.message.remedy)" }
}

/// The reason why a file is not written, and the remedy.
public struct FileRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    public let path: String
    let problem: FileProblem

    init(_ path: String, _ problem: FileProblem) {
        self.path = path
        self.problem = problem
    }

    public var description: String { "The file \(path) \(problem.message.reason). \(problem.message.remedy)" }
}
