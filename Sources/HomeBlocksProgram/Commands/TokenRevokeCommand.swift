import ArgumentParser
import Publishing
import SQLiteStore

struct TokenRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Make a token useless.")

    @OptionGroup var options: DatabaseOptions

    @Argument(help: "The token's id: the part between hb_ and the next _.")
    var id: String

    func run() async throws {
        try await Workplace.open(try await options.load()).store.revokeToken(id, by: .console)
        Terminal.say("\(id) is revoked.")
    }
}
