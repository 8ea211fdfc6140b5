import GRDB
import Publishing

extension SQLiteStore {
    /// What a failed transaction means to the caller.
    static func publishingError(_ error: any Error) -> PublishingError {
        if let error = error as? PublishingError { return error }
        if error is CancellationError {
            return .unavailable("This was given up before it was done. Nothing was changed. Try again.")
        }
        guard let error = error as? DatabaseError else { return .internalError(String(describing: error)) }
        switch error.resultCode {
        case .SQLITE_FULL:
            return .unavailable("The disk is full. Nothing was changed; reads go on. Make room, then try again.")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return .unavailable("The database is locked by another program. Nothing was changed. Try again.")
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
            return .unavailable("The database cannot be written. Nothing was changed; reads go on.")
        case .SQLITE_IOERR:
            return .unavailable("The disk reported an error. Nothing was changed; reads go on where they can.")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            return .unavailable("The database file is damaged. Restore it from a backup.")
        default:
            return .internalError(error.description)
        }
    }
}
