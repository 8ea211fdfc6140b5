import Foundation
import GRDB
import HomeBlocks
import TestSupport
import Testing

/// A database as left by a program with an earlier version of the schema; `Fixtures/README.md` says how it was made.
struct Fixture: CustomTestStringConvertible {
    /// There is none of version 7, which was released together with 8.
    static let all = [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15].map { Fixture(name: "schema-\($0)") }

    let name: String

    var testDescription: String { name }

    private static let folder = Project.folder.appending(path: "Tests/SQLiteStoreTests/Fixtures")

    /// A token that was created with the database.
    func token(_ role: String) throws -> String {
        let json = try JSONValue(parsing: Data(contentsOf: Self.folder.appending(path: "\(name).json")))
        guard let token = json[pointer: JSONPointer(["tokens", role])]?.string else {
            throw CocoaError(.keyValueValidation)
        }
        return token
    }

    /// Creates a file with the database, as after a shutdown.
    func load(into folder: TemporaryFolder) throws -> String {
        let path = folder.path("\(name).sqlite")
        let dump = try String(contentsOf: Self.folder.appending(path: "\(name).sql"), encoding: .utf8)
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL; \(dump)") }
        try queue.close()
        return path
    }
}
