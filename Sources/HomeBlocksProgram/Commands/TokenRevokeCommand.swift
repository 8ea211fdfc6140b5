import ArgumentParser
import HomeBlocks
import Publishing
import SQLiteStore

struct TokenRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Make a token useless.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The token's id: the part between hb_ and the next _.")
    var id: String

    func validate() throws { try Self.checkID(id) }

    func run() async throws {
        let answer: Answer
        if let connection = try server.connection(options) {
            answer = try await connection.ask("DELETE", "/api/tokens/\(id)")
        } else {
            let store = try await CommandEnvironment.open(try await options.load()).store
            answer = Answer(.object(try await store.revoke(.token, id, RequestInfo(.console)).json))
        }
        output.show(answer) { _ in "\(id) is revoked." }
    }
}
