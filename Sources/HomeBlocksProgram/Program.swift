public import ArgumentParser
import HomeBlocksServer

/// The whole program as a command line.
public struct Program: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "homeblocks",
        abstract: "Serves app home pages whose sections operators order.",
        version: BuildInfo.version,
        subcommands: [
            ServeCommand.self, MigrateCommand.self, ImportCommand.self, ExportCommand.self, SortCommand.self,
            DiffCommand.self, ReviewCommand.self, PublishCommand.self, DiscardCommand.self, PageCommand.self,
            HistoryCommand.self,
            RollbackCommand.self, ReleaseCommand.self,
            TakeoverCommand.self, LinkCommand.self, AudienceCommand.self, OperatorCommand.self, GroupCommand.self,
            TokenCommand.self, BackupCommand.self, RestoreCommand.self,
            CopyCommand.self, PruneCommand.self, CheckCommand.self, HealthCommand.self, NodesCommand.self,
            FeedCommand.self, PictureCommand.self, ShowCommand.self,
        ])

    public init() {}

    /// Rejects an unknown command with a suggestion.
    private static func checkCommand(_ name: String?) throws {
        let known = configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let name, !name.hasPrefix("-"), name != "help", !known.contains(name) else { return }
        let remedy = Suggestion.sentence(for: name, among: known) ?? "homeblocks --help lists the commands."
        throw ValidationError("Unknown command \(name.printable). \(remedy)")
    }

    public static func main() async {
        do {
            try checkCommand(CommandLine.arguments.dropFirst().first)
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let error where Self.exitCode(for: error) == .failure && !(error is ExitCode) {
            Terminal.complain(ErrorText.describe(error))
            Self.exit(withError: ExitCode.failure)
        } catch {
            Self.exit(withError: error)
        }
    }
}
