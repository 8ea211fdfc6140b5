import ArgumentParser
import HomeBlocks
import Publishing
import SQLiteStore

struct TokenListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the tokens.")

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let answer: Answer
        if let connection = try server.connection(options) {
            answer = try await connection.ask("GET", "/api/tokens")
        } else {
            let store = try await CommandEnvironment.open(try await options.load()).store
            answer = Answer(.array(try await store.credentials(.token).map { .object($0.json) }))
        }
        output.show(answer) { CredentialTable.text(of: $0.array ?? [], at: PublishingClock.system.now) }
    }
}
