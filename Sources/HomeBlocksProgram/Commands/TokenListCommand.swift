import ArgumentParser
import Publishing
import SQLiteStore

struct TokenListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the tokens.")

    @OptionGroup var options: DatabaseOptions

    func run() async throws {
        let store = try await Workplace.open(try await options.load()).store
        for token in try await store.tokens() {
            let state =
                token.revokedAt.map { "revoked \($0.rfc3339)" } ?? token.expiresAt.map { "until \($0.rfc3339)" }
                ?? "valid"
            Terminal.say(
                [token.id, token.role.rawValue, token.createdAt.rfc3339, state, token.name].joined(separator: "\t"))
        }
    }
}
