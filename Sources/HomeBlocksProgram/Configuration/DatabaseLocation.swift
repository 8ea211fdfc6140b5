import PostgreSQLStore
import Publishing
import SQLiteStore

/// The location of the pages: a file, or a database on a server.
enum DatabaseLocation: CustomStringConvertible {
    case file(String)
    case server(PostgreSQLAddress)

    /// - Throws: ``ProgramError`` for the URL of another kind of database.
    init(_ text: String) throws {
        if let address = PostgreSQLAddress(text) {
            self = .server(address)
        } else if let scheme = text.firstMatch(of: /^[A-Za-z][A-Za-z0-9+.-]*:\/\//) {
            throw ProgramError(
                "\(scheme.0)… is not a supported database. Name a file, or a PostgreSQL database: "
                    + "postgresql://user@host/name.")
        } else {
            self = .file(text)
        }
    }

    /// The name in messages, without a password.
    var description: String {
        switch self {
        case .file(let path): path
        case .server(let address): address.description
        }
    }

    /// Opens the database and migrates its schema. Creates a file if necessary.
    func open(_ catalog: BlockTypeCatalog) throws -> any PageDatabase {
        switch self {
        case .file(let path): try SQLiteStore(path: path, catalog: catalog)
        case .server(let address): try PostgreSQLStore(address: address, catalog: catalog)
        }
    }

    /// The database as the source or the target of a copy.
    var copyEndpoint: any CopyEndpoint {
        switch self {
        case .file(let path): SQLiteCopyEndpoint(path: path)
        case .server(let address): PostgreSQLCopyEndpoint(address)
        }
    }

    /// Returns the path of the database's file, for tasks that only work on files.
    ///
    /// - Parameters:
    ///   - task: the requested task, as the beginning of a sentence.
    ///   - remedy: the way to do the same on a server.
    func requireFile(_ task: String, remedy: String) throws -> String {
        switch self {
        case .file(let path): path
        case .server: throw ProgramError("\(task) works on a database file, and \(self) is on PostgreSQL. \(remedy)")
        }
    }
}
