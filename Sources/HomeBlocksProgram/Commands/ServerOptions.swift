import ArgumentParser
import Foundation

/// Which server a command talks to; none means the database file itself.
struct ServerOptions: ParsableArguments {
    @Option(
        help: """
            A server to talk to, such as http://127.0.0.1:8080. [HOMEBLOCKS_SERVER, or the database file itself for \
            commands that have --database]
            """)
    var server: String?

    @Option(help: "The token for it. [HOMEBLOCKS_TOKEN]")
    var token: String?

    func validate() throws {
        if let server, Self.url(server) == nil { throw ValidationError("--server must be an http or https address.") }
    }

    /// The address that the command line names, or else the environment.
    var address: String? {
        let address = server ?? ProcessInfo.processInfo.environment["HOMEBLOCKS_SERVER"] ?? ""
        return address.isEmpty ? nil : address
    }

    /// The connection, unless the command is about a database file: one that the command line names beats a server
    /// that only the environment names.
    func connection(_ database: DatabaseOptions) throws -> ServerConnection? {
        let isAboutFile = database.database != nil || database.config != nil
        guard server == nil || !isAboutFile else {
            throw ValidationError("--server and the database file exclude each other: give one of them.")
        }
        return isAboutFile ? nil : try connection()
    }

    /// The connection, if a server is named at all.
    func connection() throws -> ServerConnection? {
        guard let address else { return nil }
        guard let url = Self.url(address) else {
            throw ConfigurationProblem("HOMEBLOCKS_SERVER must be an http or https address.")
        }
        return ServerConnection(
            server: url, token: token ?? ProcessInfo.processInfo.environment["HOMEBLOCKS_TOKEN"])
    }

    /// The address that a text names, if it can be one of a server.
    static func url(_ text: String) -> URL? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host() != nil
        else { return nil }
        return url
    }
}
