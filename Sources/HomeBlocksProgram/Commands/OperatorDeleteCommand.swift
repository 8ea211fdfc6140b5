import ArgumentParser
import HomeBlocks

struct OperatorDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an operator, who cannot sign in any more.")

    @OptionGroup var options: RemoteOptions

    @Argument(help: "The operator's id, which list shows.")
    var id: String

    func validate() throws { try Self.checkID(id) }

    func run() async throws {
        let answer = try await options.connection().ask("DELETE", "/api/operators/\(id)")
        options.output.show(answer) { "\($0.text("name").printable) (\(id)) is deleted." }
    }
}
