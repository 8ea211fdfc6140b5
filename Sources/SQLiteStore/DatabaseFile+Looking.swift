import Foundation
import GRDB
import Publishing

/// Reads a file without changing it, and without leaving anything beside it.
extension DatabaseFile {
    /// Reads the file, whatever version of the schema it has, also while another program writes it.
    ///
    /// - Parameter body: may be called twice, and then only the second time counts.
    /// - Throws: ``DatabaseRefusal``, and what `body` throws that is no error of the database.
    func look<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
        do {
            guard !hasLog else { return try reading(path, body) }
            // Nobody has it open. It is read without locks then, since SQLite would make a log only to lock it.
            let before = Disk.mark(of: path)
            let value = Result { try reading(untouchedPath, body) }
            // Someone has begun to write it in the meantime: what was read may be torn.
            if hasLog || Disk.mark(of: path) != before { return try reading(path, body) }
            return try value.get()
        } catch let error as DatabaseError { throw refusal(error) }
    }

    /// Reads the file likewise, with a body that is called once.
    ///
    /// - Parameter body: gets a function besides, which throws if another program has opened the file in the meantime: then
    ///   what was read may be torn.
    func lookOnce<Value>(_ body: (DatabaseQueue, _ confirm: @escaping () throws -> Void) throws -> Value) throws
        -> Value
    {
        do {
            guard !hasLog else { return try reading(path) { try body($0, {}) } }
            let before = Disk.mark(of: path)
            func confirm() throws { if hasLog || Disk.mark(of: path) != before { throw refusal(.opened) } }
            do { return try reading(untouchedPath) { try body($0, confirm) } } catch {
                // It may have failed because of that.
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
        // SQLite takes what is missing of a last page for zeros. With a log, the missing part may be in it.
        let stored = Int(header[16]) << 8 | Int(header[17])
        let pageSize = stored == 1 ? 65_536 : max(1, stored)
        let size = try handle.seekToEnd()
        guard hasLog || size.isMultiple(of: UInt64(pageSize)) else { throw damaged }
    }

    /// - Parameter mayBeEmpty: whether a database without any table can become one of ours.
    func inspectKind(mayBeEmpty: Bool, _ database: Database) throws {
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard tables == 0 && mayBeEmpty || application == Schema.applicationID else {
            throw refusal(.foreign)
        }
        let version = try SchemaMigrator.version(of: database)
        guard version <= Schema.version else { throw DatabaseRefusal(name, .newer(version)) }
    }

    /// Checks every page of the file and every reference, and returns what it holds.
    func verify(at now: Instant) throws -> DatabaseContents {
        try inspectForReading()
        return try look { queue in
            try queue.read { database in
                try inspectKind(mayBeEmpty: false, database)
                let verdict = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
                let dangling = try Row.fetchOne(database, sql: "PRAGMA foreign_key_check")
                guard verdict == "ok", dangling == nil else { throw damaged }
                return try DatabaseContents(at: now, database)
            }
        }
    }

    /// A file that is refused stays as it was, and so does what stands beside it.
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

    /// Whether there is a log beside it that belongs to the content.
    private var hasLog: Bool { FileManager.default.fileExists(atPath: path + "-wal") }

    /// The file's name for SQLite, such that it makes no files beside it.
    private var untouchedPath: String {
        path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).map { "file:\($0)?immutable=1" } ?? path
    }
}
