import ArgumentParser

struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator", abstract: "Create, list and delete operators, who sign in with a password.",
        subcommands: [OperatorCreateCommand.self, OperatorListCommand.self, OperatorDeleteCommand.self])
}
