import Foundation
import GRDB
import Publishing

/// Reading a file without changing it or leaving other files next to it.
extension DatabaseFile {
    /// Reads the file, with any schema version, even while another program writes it.
    ///
    /// - Parameter body: may be called twice; only the second call counts then.
    /// - Throws: ``DatabaseRefusal`` for database errors, and any other error of `body`.
    func readSnapshot<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
        do {
            guard !hasLog else { return try reading(path, body) }
            // No program has it open, so read it without locks: SQLite would create a log only to lock it.
            let before = Disk.mark(of: path)
            let value = Result { try reading(untouchedPath, body) }
            // Another program started to write it in the meantime, so the result may be inconsistent.
            if hasLog || Disk.mark(of: path) != before { return try reading(path, body) }
            return try value.get()
        } catch let error as DatabaseError { throw refusal(error) }
    }

    /// Reads the file in the same way, with a body that is called only once.
    ///
    /// - Parameter body: is also passed a function that throws if another program has opened the file in the meantime,
    ///   so that the result may be inconsistent.
    func readOnce<Value>(_ body: (DatabaseQueue, _ confirm: @escaping () throws -> Void) throws -> Value) throws
        -> Value
    {
        do {
            guard !hasLog else { return try reading(path) { try body($0, {}) } }
            let before = Disk.mark(of: path)
            func confirm() throws { if hasLog || Disk.mark(of: path) != before { throw refusal(.opened) } }
            do { return try reading(untouchedPath) { try body($0, confirm) } } catch {
                // The other program may have caused the error.
                try confirm()
                throw error
            }
        } catch let error as DatabaseError { throw refusal(error) }
    }

    /// - Throws: ``DatabaseRefusal`` if it cannot be read at all.
    func inspectForReading() throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw refusal(.missing)
        }
        guard !isFolder.boolValue else { throw refusal(.isFolder) }
        try inspectHeader()
    }

    func inspectHeader() throws {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw refusal(.unreadable)
        }
        defer { try? handle.close() }
        let header = try handle.read(upToCount: 100) ?? Data()
        guard header.starts(with: Data("SQLite format 3\0".utf8)) else {
            throw refusal(.notADatabase)
        }
        guard header.count == 100 else { throw damaged }
        // SQLite reads the missing part of an incomplete last page as zeros. If there is a log, it may have that part.
        let stored = Int(header[16]) << 8 | Int(header[17])
        let pageSize = stored == 1 ? 65_536 : max(1, stored)
        let size = try handle.seekToEnd()
        guard hasLog || size.isMultiple(of: UInt64(pageSize)) else { throw damaged }
    }

    /// - Parameter mayBeEmpty: whether a database without tables is accepted.
    func inspectKind(mayBeEmpty: Bool, _ database: Database) throws {
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard tables == 0 && mayBeEmpty || application == Schema.applicationID else {
            throw refusal(.foreign)
        }
        let version = try SchemaMigrator.version(of: database)
        guard version <= Schema.version else { throw DatabaseRefusal(name, .newer(version)) }
    }

    /// Checks every page of the file and every reference, and returns a summary of the contents.
    func verify(at now: Instant) throws -> DatabaseContents {
        try inspectForReading()
        return try readSnapshot { queue in
            try queue.read { database in
                try inspectKind(mayBeEmpty: false, database)
                let verdict = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
                let dangling = try Row.fetchOne(database, sql: "PRAGMA foreign_key_check")
                guard verdict == "ok", dangling == nil else { throw damaged }
                return try DatabaseContents(at: now, database)
            }
        }
    }

    /// Opens and reads the file. On failure, it and the files next to it stay as they were.
    private func reading<Value>(_ name: String, _ body: (DatabaseQueue) throws -> Value) throws -> Value {
        let index = path + "-shm"
        let hadIndex = FileManager.default.fileExists(atPath: index)
        do {
            return try opened(name, body)
        } catch {
            if !hadIndex, !isHeld { try? FileManager.default.removeItem(atPath: index) }
            throw error
        }
    }

    private func opened<Value>(_ name: String, _ body: (DatabaseQueue) throws -> Value) throws -> Value {
        var configuration = SQLiteEngine.configuration
        configuration.readonly = true
        let queue = try DatabaseQueue(path: name, configuration: configuration)
        defer { try? queue.close() }
        return try body(queue)
    }

    /// Whether the file has a write-ahead log, which is part of its content.
    private var hasLog: Bool { FileManager.default.fileExists(atPath: path + "-wal") }

    /// The file's name for SQLite that makes it create no other files.
    private var untouchedPath: String {
        path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).map { "file:\($0)?immutable=1" } ?? path
    }
}
