import ArgumentParser
import Foundation

/// Which server a command talks to; none means the database file itself.
struct ServerOptions: ParsableArguments {
    @Option(
        help: "A server to talk to, such as http://127.0.0.1:8080. [HOMEBLOCKS_SERVER, or the database file itself]")
    var server: String?

    @Option(help: "The token for it. [HOMEBLOCKS_TOKEN]")
    var token: String?

    func validate() throws {
        if let server, Self.url(server) == nil { throw ValidationError("--server must be an http or https address.") }
    }

    /// The connection, unless the command is about a database file: one that the command line names beats a server
    /// that only the environment names.
    func connection(_ database: DatabaseOptions) throws -> ServerConnection? {
        let environment = ProcessInfo.processInfo.environment
        let isAboutFile = database.database != nil || database.config != nil
        guard server == nil || !isAboutFile else {
            throw ValidationError("--server and the database file exclude each other: give one of them.")
        }
        guard let address = server ?? (isAboutFile ? nil : environment["HOMEBLOCKS_SERVER"]), !address.isEmpty else {
            return nil
        }
        guard let url = Self.url(address) else {
            throw ConfigurationProblem("HOMEBLOCKS_SERVER must be an http or https address.")
        }
        return ServerConnection(server: url, token: token ?? environment["HOMEBLOCKS_TOKEN"])
    }

    private static func url(_ text: String) -> URL? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else { return nil }
        return url
    }
}
