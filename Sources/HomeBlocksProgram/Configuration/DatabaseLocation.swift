import PostgreSQLStore
import Publishing
import SQLiteStore

/// Where the pages are: in a file, or on a server.
enum DatabaseLocation: CustomStringConvertible {
    case file(String)
    case server(PostgreSQLAddress)

    /// - Throws: ``ProgramError`` for the address of another kind of database.
    init(_ text: String) throws {
        if let address = PostgreSQLAddress(text) {
            self = .server(address)
        } else if let scheme = text.firstMatch(of: /^[A-Za-z][A-Za-z0-9+.-]*:\/\//) {
            throw ProgramError(
                "\(scheme.0)… is not a database that this program can use. Name a file, or a database of PostgreSQL: "
                    + "postgresql://user@host/name.")
        } else {
            self = .file(text)
        }
    }

    /// As messages name it: without a password.
    var description: String {
        switch self {
        case .file(let path): path
        case .server(let address): address.description
        }
    }

    /// Opens the database and brings its schema up to date; a file is created if need be.
    func open(_ catalog: BlockTypeCatalog) throws -> any PageDatabase {
        switch self {
        case .file(let path): try SQLiteStore(path: path, catalog: catalog)
        case .server(let address): try PostgreSQLStore(address: address, catalog: catalog)
        }
    }

    /// The database as a whole, to be copied or to become a copy.
    var copyEndpoint: any CopyEndpoint {
        switch self {
        case .file(let path): SQLiteCopyEndpoint(path: path)
        case .server(let address): PostgreSQLCopyEndpoint(address)
        }
    }

    /// The path of the database's file, for what only files need.
    ///
    /// - Parameters:
    ///   - task: what the user wanted, as the beginning of a sentence.
    ///   - remedy: what does the same on a server.
    func requireFile(_ task: String, remedy: String) throws -> String {
        switch self {
        case .file(let path): path
        case .server: throw ProgramError("\(task) works on a database file, and \(self) is on PostgreSQL. \(remedy)")
        }
    }
}
