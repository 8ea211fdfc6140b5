import Foundation
import GRDB
import Publishing

/// A database file that is created under a temporary name in the same folder. It gets its final name once it is
/// complete and checked.
struct PartialDatabase {
    let path: String
    private let temporary: String

    private static let ending = ".partial"
    private static let suffixes = ["", "-journal", "-wal", "-shm"]

    init(path: String) {
        self.path = path
        temporary = "\(path).\(UUID().uuidString.prefix(8))\(Self.ending)"
    }

    /// Copies a consistent snapshot of a source. Writers do not wait for it.
    func make(of source: DatabaseFile, at now: Instant) throws -> DatabaseContents {
        do {
            try source.readSnapshot { queue in
                // This may be the second attempt.
                remove()
                try Disk.create(temporary)
                do { try queue.vacuum(into: temporary) } catch let error as DatabaseError { throw refusal(error) }
            }
            try Disk.synchronize(temporary)
            return try DatabaseFile(path: temporary).verify(at: now)
        } catch let refusal as DatabaseRefusal {
            remove()
            // The copy equals the source, so both have the same problem.
            throw DatabaseRefusal(source.name, refusal.problem)
        } catch {
            remove()
            throw error
        }
    }

    /// Creates a new database and fills it in one transaction.
    ///
    /// - Parameter file: the database that errors name.
    func fill<Value>(_ file: DatabaseFile, at now: Instant, _ body: (Database) throws -> Value) throws -> Value {
        do {
            try Disk.create(temporary)
            let queue = try DatabaseQueue(path: temporary, configuration: SQLiteEngine.configuration)
            let outcome = Result { try fill(queue, body) }
            try queue.close()
            let value = try outcome.get()
            try Disk.synchronize(temporary)
            do { _ = try DatabaseFile(path: temporary).verify(at: now) } catch let refusal as DatabaseRefusal {
                throw DatabaseRefusal(file.name, refusal.problem)
            }
            return value
        } catch {
            remove()
            switch error {
            case let error as DatabaseError: throw file.refusal(error)
            case let failure as SchemaFailure: throw file.refusal(failure)
            default: throw error
            }
        }
    }

    private func fill<Value>(_ queue: DatabaseQueue, _ body: (Database) throws -> Value) throws -> Value {
        try queue.writeWithoutTransaction { database in
            // No other program uses the file, and an incomplete one is removed, so it does not have to survive a crash.
            try database.execute(
                sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536")
        }
        try Schema.migrator.migrate(queue)
        return try queue.writeWithoutTransaction { database in
            var value: Value?
            try database.inTransaction(.immediate) {
                value = try body(database)
                return .commit
            }
            guard let value else { throw PublishingError.internalError("a transaction returned no result") }
            return value
        }
    }

    /// Gives the file its final name, and replaces any file that had it.
    func take() throws {
        do { try Disk.move(temporary, to: path) } catch {
            remove()
            throw error
        }
    }

    /// Gives the file its final name, if that is free.
    ///
    /// - Returns: false if a file with this name exists; the partial file is removed then.
    func commitIfFree() throws -> Bool {
        defer { remove() }
        return try Disk.moveToFreeName(temporary, to: path)
    }

    /// Fills the file with everything that can be read from a descriptor.
    func receive(_ input: Int32) throws {
        do {
            try Disk.create(temporary)
            try Disk.append(from: input, to: temporary)
        } catch {
            remove()
            throw error
        }
    }

    /// The temporary file, with another name for errors.
    func file(named name: String) -> DatabaseFile { DatabaseFile(path: temporary, name: name) }

    func giveToOwner(of other: String) { Disk.giveToOwner(of: other, temporary) }

    func giveRights(of other: String) { Disk.giveRights(of: other, temporary) }

    /// Removes the file and the files that SQLite created next to it.
    func remove() {
        for suffix in Self.suffixes { try? FileManager.default.removeItem(atPath: temporary + suffix) }
    }

    /// Removes temporary files of the same database that killed processes left behind. Files that were written within
    /// the last day stay: another program may be using them.
    func removeLeftovers() {
        let files = FileManager.default
        let folder = Disk.folder(of: path)
        for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where isTemporary(name) {
            let leftover = "\(folder)/\(name)"
            let written = (try? files.attributesOfItem(atPath: leftover))?[.modificationDate] as? Date
            guard let written, written.timeIntervalSinceNow < -86_400 else { continue }
            try? files.removeItem(atPath: leftover)
        }
    }

    /// Whether a file name is a temporary name of this database.
    private func isTemporary(_ name: String) -> Bool {
        let start = (path as NSString).lastPathComponent + "."
        guard name.hasPrefix(start) else { return false }
        let rest = name.dropFirst(start.count)
        return rest.prefix(8).allSatisfy { "0123456789ABCDEF".contains($0) }
            && Self.suffixes.contains { rest.dropFirst(8) == Self.ending + $0 }
    }

    /// Returns write errors as problems of the copy, not of the source.
    private func refusal(_ error: DatabaseError) -> any Error {
        switch error.resultCode {
        case .SQLITE_FULL:
            FileRefusal(path, .copyDoesNotFit)
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            FileRefusal(path, .copyUnwritable)
        default: error
        }
    }
}
