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
            DiffCommand.self, PublishCommand.self, HistoryCommand.self, RollbackCommand.self, ReleaseCommand.self,
            TakeoverCommand.self, AudienceCommand.self, OperatorCommand.self, TokenCommand.self, BackupCommand.self,
            RestoreCommand.self,
            CopyCommand.self, PruneCommand.self, CheckCommand.self, HealthCommand.self, NodesCommand.self,
            FeedCommand.self, PictureCommand.self, ShowCommand.self,
        ])

    public init() {}

    public static func main() async {
        do {
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
