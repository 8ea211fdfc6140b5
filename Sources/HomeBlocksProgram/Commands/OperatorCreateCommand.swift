import ArgumentParser
import HomeBlocks

struct OperatorCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an operator; the password is shown once.")

    @OptionGroup var options: RemoteOptions

    @Option(help: "What they may do: viewer, editor, publisher or admin.")
    var role: String

    @Option(help: "What they sign in as.")
    var name: String

    func validate() throws { try Self.checkRole(role) }

    func run() async throws {
        let body = JSONValue.object(of: ["name": name, "role": role])
        let answer = try await options.connection().ask("POST", "/api/operators", body: body)
        options.output.show(answer, secret: "password")
    }
}
