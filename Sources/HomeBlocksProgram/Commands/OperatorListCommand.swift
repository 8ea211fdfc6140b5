import ArgumentParser
import HomeBlocks
import Publishing

struct OperatorListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the operators.")

    @OptionGroup var options: RemoteOptions

    func run() async throws {
        let answer = try await options.connection().ask("GET", "/api/operators")
        options.output.show(answer) { CredentialTable.text(of: $0.array ?? [], at: PublishingClock.system.now) }
    }
}
