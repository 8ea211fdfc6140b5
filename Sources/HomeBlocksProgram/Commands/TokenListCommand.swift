import ArgumentParser
import Publishing
import SQLiteStore

struct TokenListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the tokens.")

    @OptionGroup var options: DatabaseOptions

    func run() async throws {
        let store = try await Workplace.open(try await options.load()).store
        let now = PublishingClock.system.now
        for token in try await store.tokens() {
            let end = token.expiresAt.map { "\($0 > now ? "until" : "expired") \($0.rfc3339)" }
            let state = token.revokedAt.map { "revoked \($0.rfc3339)" } ?? end ?? "valid"
            Terminal.say(
                [token.id, token.role.rawValue, token.createdAt.rfc3339, state, token.name].joined(separator: "\t"))
        }
    }
}
