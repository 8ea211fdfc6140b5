import Foundation
import GRDB
import HomeBlocks
import TestSupport
import Testing

/// A database as the program of an earlier version of the schema left it; `Fixtures/README.md` says how it was made.
struct Fixture: CustomTestStringConvertible {
    /// None is of version 7: it came together with 8.
    static let all = [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12].map { Fixture(name: "schema-\($0)") }

    let name: String

    var testDescription: String { name }

    private static let folder = Project.folder.appending(path: "Tests/SQLiteStoreTests/Fixtures")

    /// A token that was made then.
    func token(_ role: String) throws -> String {
        let json = try JSONValue(parsing: Data(contentsOf: Self.folder.appending(path: "\(name).json")))
        guard let token = json[pointer: JSONPointer(["tokens", role])]?.string else {
            throw CocoaError(.keyValueValidation)
        }
        return token
    }

    /// Makes a file of it, as it lies there after a stop.
    func load(into folder: TemporaryFolder) throws -> String {
        let path = folder.path("\(name).sqlite")
        let dump = try String(contentsOf: Self.folder.appending(path: "\(name).sql"), encoding: .utf8)
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL; \(dump)") }
        try queue.close()
        return path
    }
}
