import ArgumentParser
import Foundation

/// Which server a command talks to; none means the database file itself.
struct ServerOptions: ParsableArguments {
    @Option(
        help: "A server to talk to, such as http://127.0.0.1:8080. [HOMEBLOCKS_SERVER, or the database file itself]")
    var server: String?

    @Option(help: "The token for it. [HOMEBLOCKS_TOKEN]")
    var token: String?

    func connection() throws -> ServerConnection? {
        let environment = ProcessInfo.processInfo.environment
        guard let address = server ?? environment["HOMEBLOCKS_SERVER"] else { return nil }
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host() != nil else {
            throw ValidationError("--server must be an http or https address.")
        }
        return ServerConnection(server: url, token: token ?? environment["HOMEBLOCKS_TOKEN"])
    }
}
